type References = ReadonlySet<string>;

/** With the reference, or without it where it was in. */
export function chosen(references: References, reference: string): References {
  const next = new Set(references);
  if (!next.delete(reference)) next.add(reference);
  return next;
}

/** With all from one to another, in the order of the list, whichever stands first. */
export function withRange(
  references: References,
  order: readonly string[],
  from: string,
  to: string,
): References {
  const ends = [order.indexOf(from), order.indexOf(to)];
  if (ends.includes(-1)) return new Set([...references, to]);
  return new Set([...references, ...order.slice(Math.min(...ends), Math.max(...ends) + 1)]);
}
