// The luck of an evening: the mean height of the dice, and the least likely roll.
//
// The height of a face f of a die with n sides is (f - 1/2)/n. For any die, the mean height of all faces is 50 %.

// In 95 of 100 evenings, the mean height differs from 50 % by at most this number of standard deviations.
const ORDINARY = 1.96;

// Returns the mean height of the dice in some rolls, or null if the rolls have no dice:
//
// `dice`: the number of dice.
// `height`: the mean height in percent.
// `low` and `high`: the range in percent that contains the mean height of 95 of 100 evenings.
function height(rolls) {
    let dice = 0, sum = 0, variance = 0;
    for (const [sides, face] of rolls.flatMap((roll) => roll.dice ?? [])) {
        if (sides < 2 || face < 1 || face > sides) continue;
        dice += 1;
        sum += (face - 0.5) / sides;
        variance += (1 - 1 / sides ** 2) / 12;
    }
    if (!dice) return null;
    const width = 100 * ORDINARY * Math.sqrt(variance) / dice;
    return { dice, height: 100 * sum / dice, low: Math.max(0, 50 - width), high: Math.min(100, 50 + width) };
}

// Returns {all, who, rarest}. `all` is the height of all rolls, `who` has the height of each player if several players
// have rolled. `rarest` is the least likely roll, or undefined if no roll has odds. An undone roll counts too, because
// its dice were rolled.
export function luck(rolls) {
    const by = Map.groupBy(rolls.filter(({ who }) => Object.keys(who ?? {}).length), ({ who }) => Object.values(who)[0][1]);
    const who = [...by].map(([name, its]) => ({ name, ...height(its) })).filter(({ dice }) => dice);
    const share = ({ odds: [weight, all] }) => weight / all;
    const rarest = rolls.filter(({ odds }) => odds).toSorted((a, b) => share(a) - share(b))[0];
    return { all: height(rolls), who: who.length > 1 ? who : [], rarest };
}
