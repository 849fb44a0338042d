// Selects the rolls that the page sends to dddice or reads aloud. Each new roll is selected once, when the next state
// message after the roll arrives. A roll that is undone before that message is never selected. The module
// host_tools/link/outbox.py describes the method.

const MOST = 50;

export class Outbox {
    // `marks` has for each journal the position from which on rolls are new. keep(marks) stores `marks`; it is called
    // before a roll is returned.
    constructor(marks, keep, device) {
        Object.assign(this, { marks, keep, device, waiting: new Map(), session: "", game: null });
    }

    // Processes a message of the Gobelet. Returns the rolls to send now, oldest first. The property `key` of a returned
    // roll is unique among the rolls of all Gobelets.
    take(message) {
        const { type } = message;
        if (type === "hello") {
            this.session = message.session;
            this.game = null;
            this.waiting.clear();
        } else if (type === "game") {
            this.game = message.game;
            this.waiting.clear();
        } else if (type === "roll" && message.dice) {
            this.waiting.set(message.of, message);
        } else if (type === "undo" && message.what === "roll") {
            for (const [of, { at }] of this.waiting) {
                if ([of, at].includes(message.of)) this.waiting.delete(of);
            }
        } else if (type === "state" && message.game && message.game === this.game) {
            return this.give(message.at);
        }
        return [];
    }

    give(at) {
        const journal = `${this.device}/${this.session}/${this.game}`;
        const mark = this.marks[journal];
        if (mark === undefined) {
            this.waiting.clear();
            this.put(journal, at);
            return [];
        }
        const ready = [...this.waiting.values()].filter(({ done, of }) => done && of >= mark).sort((a, b) => a.of - b.of)
            .map((roll) => ({ ...roll, key: `${journal}/${roll.of}` }));
        if (ready.length) {
            const { of } = ready.at(-1);
            this.put(journal, of + 1);
            for (const each of [...this.waiting.keys()].filter((each) => each <= of)) this.waiting.delete(each);
        }
        return ready;
    }

    put(journal, position) {
        delete this.marks[journal];
        this.marks[journal] = position;
        for (const old of Object.keys(this.marks).slice(0, -MOST)) delete this.marks[old];
        this.keep(this.marks);
    }
}
