// The luck of an evening: how high the dice fell, and what was the least likely.
//
// A face f of n stands at (f - 1/2)/n of its die: 50 % in the mean, whatever the dice.

const ORDINARY = 1.96; // standard deviations: 95 of 100 evenings are within

// Of some rolls: {dice: how many, height: percent, low, high: between which chance alone leaves it}; null without dice.
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

// {all, who: by name of whoever rolled, where there are several, rarest: the roll with the least odds, or undefined}. A
// roll that was taken back fell all the same, and counts.
export function luck(rolls) {
    const by = Map.groupBy(rolls.filter(({ who }) => Object.keys(who ?? {}).length), ({ who }) => Object.values(who)[0][1]);
    const who = [...by].map(([name, its]) => ({ name, ...height(its) })).filter(({ dice }) => dice);
    const share = ({ odds: [weight, all] }) => weight / all;
    const rarest = rolls.filter(({ odds }) => odds).toSorted((a, b) => share(a) - share(b))[0];
    return { all: height(rolls), who: who.length > 1 ? who : [], rarest };
}
