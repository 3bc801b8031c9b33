import { makes } from "#domain/catalogue/models.ts";

import type { Fit } from "./part.ts";

/** Reads what `fitText` writes: "Honda TRX420FM 2007-2013". The make may be any word, or one of the catalogue's. */
export function readFit(text: string): Fit {
  const [, named = "", from, dash, to] =
    /^(.*?)(?:\s+(?=-?(?:19|20)\d\d)((?:19|20)\d\d)?\s*([-–])?\s*((?:19|20)\d\d)?)?$/.exec(text.trim()) ?? [];
  const words = named.trim();
  const known = makes.find((make) => words.toLowerCase().startsWith(`${make.toLowerCase()} `));
  const make = known ?? /^\S*/.exec(words)?.[0] ?? "";
  const year = (digits: string | undefined) => (digits === undefined ? null : Number(digits));
  return {
    make,
    model: words.slice(make.length).trim(),
    from: year(from),
    to: dash === undefined ? year(from) : year(to),
  };
}
