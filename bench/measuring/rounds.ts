/**
 * Measures several things in turn, round after round, so that whatever else the machine does falls on
 * all of them alike. Every second round runs backwards.
 */
export async function alternate<Name extends string, Sample>(
  measures: Readonly<Record<Name, () => Promise<Sample>>>,
  rounds: number,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(measures) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Sample[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      samples[name].push(await measures[name]());
    }
  }
  return samples;
}
