// A dialog with a question to the player. The player answers by a click, because a browser opens its list of serial
// ports only after a click.

const $ = (id) => document.getElementById(id);

// Asks the question `sentence`, with a button for each of `choices`, a list of [value, label]. Returns the value of the
// pressed button. Returns null if this value is "", or if the player closes the dialog.
export function ask(sentence, choices) {
    const dialog = $("question");
    $("asked").textContent = sentence;
    $("answers").replaceChildren(...choices.map(([value, label], at) => {
        const button = document.createElement("button");
        button.value = value;
        button.textContent = label;
        button.className = at ? "" : "first";
        return button;
    }));
    dialog.returnValue = "";
    dialog.showModal();
    return new Promise((resolve) => {
        dialog.addEventListener("close", () => resolve(dialog.returnValue || null), { once: true });
    });
}
