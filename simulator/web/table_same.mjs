// The same game on two Gobelets: one leads, and has the journal of what counts; the other one shows the same values.
//
// What is changed on the follower is asked of the leader, with the values that it was changed from. Where the leader has
// others by now it refuses: the follower gets the leader's values back, and somebody is told; nothing is merged silently.
// What both have is known from their whole states, so a cable that is pulled at any moment loses nothing, and nothing is
// done twice.

const MOST = 14; // cells in a request: a line has 1 KB

import { fits } from "./table_shapes.mjs";

// All values of a state by their cells, "kind row field", but those that are secret.
function valuesOf(game, state) {
    const found = new Map();
    for (const [name, { rows, fields }] of Object.entries(game.kinds)) {
        const starts = fields.map((field) => field[4]);
        for (let row = 0; row < rows; row++) {
            const told = state.values?.[name]?.[row] ?? starts;
            fields.forEach(([field], at) => told[at] !== null && found.set(`${name} ${row} ${field}`, told[at]));
        }
    }
    return found;
}

// One of the two: what it told last, and `ask`, the way to ask it.
class End {
    constructor(ask) {
        Object.assign(this, { ask, game: null, state: null, values: new Map(), waits: null });
    }

    // Take in what it told. Returns its answer to what was asked, if it is one.
    take(message) {
        const { type } = message;
        if (type === "hello") { // the cable was pulled: what was under way is seen from its state
            this.game = this.state = this.waits = null;
        } else if (type === "game") {
            this.game = message;
            this.state = null;
        } else if (type === "state") {
            this.state = message.game !== null && fits(this.game, message) ? message : null;
            if (this.state) this.values = valuesOf(this.game, message);
        } else if (["ok", "refused"].includes(type) && message.to != null && message.to === this.waits) {
            this.waits = this.state = null; // the state that comes next counts
            return message;
        }
        return null;
    }
}

export class SameGame {
    // conflict(cells, why) is told of a change that the leader refused, with its sentence.
    constructor(askLeader, askFollower, conflict) {
        this.leader = new End(askLeader);
        this.follower = new End(askFollower);
        Object.assign(this, { conflict, agreed: new Map(), asked: [], number: 0 }); // agreed: the values that both had last
    }

    // A message of one of the two.
    heard(end, message) {
        const answer = end.take(message);
        if (answer) {
            if (end === this.leader && answer.type === "refused") {
                this.conflict(this.asked, answer.why);
                for (const cell of this.asked) this.agreed.set(cell, this.follower.values.get(cell)); // so the leader's comes back
            }
            end.ask({ hello: 1 });
        }
        this.proceed();
    }

    proceed() {
        const { leader, follower, agreed } = this;
        if (!leader.state || !follower.state || leader.waits !== null || follower.waits !== null || leader.game.game !== follower.game.game) return;
        const first = agreed.size === 0;
        const own = [], theirs = [];
        for (const [cell, value] of leader.values) {
            const here = follower.values.get(cell);
            if (here === undefined) continue;
            if (here === value) agreed.set(cell, value);
            else (first || here === (agreed.get(cell) ?? here) ? theirs : own).push(cell);
        }
        if (own.length) {
            this.asked = own.slice(0, MOST);
            this.ask(leader, this.asked, agreed, follower.values);
        } else if (theirs.length) {
            this.ask(follower, theirs.slice(0, MOST), follower.values, leader.values);
        }
    }

    ask(end, cells, old, values) {
        end.waits = ++this.number;
        const change = cells.map((cell) => {
            const [kind, row, field] = cell.split(" ");
            return [kind, Number(row), field, old.get(cell), values.get(cell)];
        });
        end.ask({ change, game: end.game.game, id: end.waits });
    }
}
