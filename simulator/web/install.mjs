// The part of the page that puts Gobelet onto a Pico.

const $ = (id) => document.getElementById(id);

$("board").addEventListener("change", () => { $("wiring").src = `wiring/${$("board").value}.svg`; });
$("noserial").hidden = "serial" in navigator;
