// A question in the page. The player answers by a click, after which a browser may open its list of ports.

const $ = (id) => document.getElementById(id);

// choices: a list of [value, label]. Returns the chosen value, or null if the player closes the question.
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
