// Two Gobelets with the same game. Each line of standard input is a message: [0 for the leader or 1,
// message]; null starts again. Each output line is {asked: [[0 or 1, request]...], conflicts: [cells...]}.
import { createInterface } from "node:readline";
import { SameGame } from "../../../simulator/web/table_same.mjs";

let same, done;
const begin = () => {
    same = new SameGame((request) => done.asked.push([0, request]), (request) => done.asked.push([1, request]),
        (cells) => done.conflicts.push(cells));
};
begin();
for await (const line of createInterface({ input: process.stdin })) {
    const given = JSON.parse(line);
    done = { asked: [], conflicts: [] };
    if (given) same.heard([same.leader, same.follower][given[0]], given[1]);
    else begin();
    process.stdout.write(`${JSON.stringify(done)}\n`);
}
