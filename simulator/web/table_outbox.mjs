// The rolls that are new: each once, and none that was taken back before its state was told. As host_tools/link/outbox.py
// does it, which says more; the tests have the same cases for both.

const MOST = 50;

export class Outbox {
    // marks: by journal, the position from which on rolls are new; keep(marks) is called before something is given out.
    constructor(marks, keep, device) {
        Object.assign(this, { marks, keep, device, waiting: new Map(), session: "", game: null });
    }

    // The rolls that are given out now, oldest first, each with its key.
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
