/** What is chosen, by its name. */
type Chosen<Thing> = ReadonlyMap<string, Thing>;

/** With the thing of that name, or without it if it was in. */
export function chosen<Thing>(things: Chosen<Thing>, name: string, thing: Thing): Chosen<Thing> {
  const next = new Map(things);
  if (!next.delete(name)) next.set(name, thing);
  return next;
}

/** With all of `listed`; what was in stays as it was taken in. */
export function withAll<Thing>(things: Chosen<Thing>, listed: Chosen<Thing>): Chosen<Thing> {
  return new Map([...listed, ...things]);
}

/** With all from one to another, in the order of the list, whichever comes first. */
export function withRange<Thing>(
  things: Chosen<Thing>,
  listed: Chosen<Thing>,
  from: string,
  to: string,
): Chosen<Thing> {
  const order = [...listed.keys()];
  const ends = [order.indexOf(from), order.indexOf(to)].map((end) => (end === -1 ? order.indexOf(to) : end));
  return withAll(things, new Map([...listed].slice(Math.min(...ends), Math.max(...ends) + 1)));
}
