/** A source of chance: numbers from 0 up to, but not including, 1. */
export type Chance = () => number;

/** Repeatable chance (mulberry32), so that two demos with one seed look alike. */
export function chance(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number from `least` to `most`. */
export function between(random: Chance, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

export function pick<const Items extends readonly [unknown, ...unknown[]]>(
  random: Chance,
  items: Items,
): Items[number] {
  return items[between(random, 0, items.length - 1)];
}
