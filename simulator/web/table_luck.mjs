// The luck of an evening: the mean height of the dice, and the least likely roll.
//
// The height of the face f of a die with n sides is (f - 1/2)/n. The mean height of all faces is 50 % for any die.

const ORDINARY = 1.96; // 95 of 100 evenings differ from the mean by at most this number of standard deviations

// Returns the mean height of the dice in some rolls, or null if the rolls have no dice:
//
// `dice`: the number of dice.
// `height`: the mean height in percent.
// `low` and `high`: the range of mean heights in percent that chance alone explains.
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

// Returns {all, who, rarest}: the height of all rolls, the heights by player if several players roll, and the least
// likely roll or undefined. An undone roll counts too, because its dice were rolled.
export function luck(rolls) {
    const by = Map.groupBy(rolls.filter(({ who }) => Object.keys(who ?? {}).length), ({ who }) => Object.values(who)[0][1]);
    const who = [...by].map(([name, its]) => ({ name, ...height(its) })).filter(({ dice }) => dice);
    const share = ({ odds: [weight, all] }) => weight / all;
    const rarest = rolls.filter(({ odds }) => odds).toSorted((a, b) => share(a) - share(b))[0];
    return { all: height(rolls), who: who.length > 1 ? who : [], rarest };
}
