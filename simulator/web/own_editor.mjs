// The text field of an own game, with undo, line numbers, and underlined faults.

const APART_MS = 600; // an edit within this time after the previous edit is undone together with the previous edit
const $ = (id) => document.getElementById(id);
const text = $("text");

export class Editor {
    // The function `changed` is called after each change of the text.
    constructor(changed) {
        this.changed = changed;
        this.now = "";
        this.before = [];
        this.after = [];
        this.wrong = []; // [line number, from, to, text of the line] of each underlined range of characters
        text.addEventListener("input", () => this.write(text.value, "text"));
        text.addEventListener("keydown", (event) => {
            if ((event.ctrlKey || event.metaKey) && !event.altKey && ["z", "y", "Z"].includes(event.key)) {
                event.preventDefault();
                this.travel(event.key === "z");
            }
        });
        text.addEventListener("scroll", () => this.follow());
        $("goback").addEventListener("click", () => this.travel(true));
        $("goagain").addEventListener("click", () => this.travel(false));
    }

    // Loads the text of another game, and forgets the undo steps of the previous game.
    begin(now) {
        this.before.length = this.after.length = 0;
        this.hand = null;
        this.set(now.replaceAll("\r\n", "\n"));
    }

    // Replaces the text by the edited text `now`. `hand` is the source of the edit: "text" for the text field, "form"
    // for the form, or null for another source. An edit within APART_MS after an edit of the same source is undone
    // together with that edit. Edits whose source is null are undone one by one.
    write(now, hand = null) {
        now = now.replaceAll("\r\n", "\n");
        if (now === this.now) {
            return;
        }
        if (hand === null || hand !== this.hand || performance.now() - this.at > APART_MS) {
            this.before.push(this.now);
        }
        [this.hand, this.at] = [hand, performance.now()];
        this.after.length = 0;
        this.set(now);
    }

    travel(isBack) {
        const [from, to] = isBack ? [this.before, this.after] : [this.after, this.before];
        if (from.length) {
            this.hand = null; // so that the next edit becomes an undo step of its own
            to.push(this.now);
            this.set(from.pop());
        }
    }

    // Adds the text `other` of another tab as an undo step, so that the next undo shows this text.
    aside(other) {
        this.before.push(other);
        this.buttons();
    }

    buttons() {
        $("goback").disabled = !this.before.length;
        $("goagain").disabled = !this.after.length;
    }

    set(now) {
        this.now = now;
        if (text.value !== now) {
            const { selectionStart, selectionEnd, scrollTop } = text;
            text.value = now;
            if (document.activeElement !== text) {
                text.setSelectionRange(Math.min(selectionStart, now.length), Math.min(selectionEnd, now.length));
            }
            text.scrollTop = scrollTop;
        }
        this.buttons();
        this.mark(this.wrong.filter(([line, from, to, was]) => now.split("\n")[line - 1] === was));
        this.changed();
    }

    // Underlines the ranges in `wrong`, each of which is [line number, from, to, text of the line].
    mark(wrong) {
        this.wrong = wrong;
        const lines = this.now.split("\n");
        const numbers = $("lines");
        while (numbers.children.length > lines.length) {
            numbers.lastChild.remove();
        }
        for (let at = numbers.children.length; at < lines.length; at++) {
            numbers.append(Object.assign(document.createElement("div"), { textContent: at + 1 }));
        }
        const marked = new Set(wrong.map(([line]) => line));
        [...numbers.children].forEach((line, at) => line.classList.toggle("wrong", marked.has(at + 1)));
        $("under").replaceChildren(...lines.flatMap((line, at) => this.underlined(line, at + 1)));
        this.follow();
    }

    underlined(line, number) {
        const [, from = 0, to = 0] = this.wrong.find((each) => each[0] === number) ?? [];
        const part = Object.assign(document.createElement("u"), { textContent: line.slice(from, to) });
        return to > from ? [line.slice(0, from), part, `${line.slice(to)}\n`] : [`${line}\n`];
    }

    follow() {
        $("lines").scrollTop = text.scrollTop;
        $("under").scrollTop = text.scrollTop;
        $("under").scrollLeft = text.scrollLeft;
    }

    // Selects the characters `from` to `to` of a line, and scrolls to the line.
    show(line, from, to) {
        const begin = this.now.split("\n").slice(0, line - 1).join("\n").length + (line > 1);
        text.focus();
        text.setSelectionRange(begin + from, begin + to);
        text.scrollTop = (line - 4) * parseFloat(getComputedStyle(text).lineHeight);
    }
}
