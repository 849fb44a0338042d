// Mirrors the same game on two Gobelets, the leader and the follower. The leader's journal is authoritative, and the
// follower shows the same values.
//
// A change on the follower is sent to the leader as a request, with the old values. The leader refuses the request if
// its present values differ from these old values. After a refusal the follower receives the leader's values, and the
// page shows a message. The page compares the complete states of both Gobelets. So no change is lost or made twice,
// even if a cable is disconnected.
//
// A cell is one value of a game: a field in a row of a Kind. Its name is "kind row field".

const MOST = 14; // maximum number of cells in a request, which is a line of 1 KB at most

import { fits } from "./table_shapes.mjs";

// Returns the values in a state message by cell, without secret values, which are null in the message.
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

// One of the two Gobelets: its last messages, and the function `ask`, which sends a request to this Gobelet.
class End {
    constructor(ask) {
        Object.assign(this, { ask, game: null, state: null, values: new Map(), waits: null });
    }

    // Processes a message of this Gobelet. Returns the message if it answers the pending request, otherwise null.
    take(message) {
        const { type } = message;
        // A "hello" begins a new connection. The pending request will get no answer, but the next state message shows
        // whether the request had an effect.
        if (type === "hello") {
            this.game = this.state = this.waits = null;
        } else if (type === "game") {
            this.game = message;
            this.state = null;
        } else if (type === "state") {
            this.state = message.game !== null && fits(this.game, message) ? message : null;
            if (this.state) this.values = valuesOf(this.game, message);
        } else if (["ok", "refused"].includes(type) && message.to != null && message.to === this.waits) {
            this.waits = this.state = null; // `state` is older than this answer, so it is no longer valid
            return message;
        }
        return null;
    }
}

export class SameGame {
    // conflict(cells, why) is called for each request that the leader refuses, with the cells of the request and the
    // leader's reason.
    constructor(askLeader, askFollower, conflict) {
        this.leader = new End(askLeader);
        this.follower = new End(askFollower);
        // `agreed` has for each cell the last value that both Gobelets had at the same time.
        Object.assign(this, { conflict, agreed: new Map(), asked: [], number: 0 });
    }

    // Processes a message of the Gobelet `end`, the leader or the follower.
    heard(end, message) {
        const answer = end.take(message);
        if (answer) {
            if (end === this.leader && answer.type === "refused") {
                this.conflict(this.asked, answer.why);
                // `agreed` receives the follower's value, so that `proceed` regards the leader's value as the newer
                // one.
                for (const cell of this.asked) this.agreed.set(cell, this.follower.values.get(cell));
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
