import { type Part, partMachine, stockPath } from "./part.ts";

/** What a visitor has narrowed the list of parts down to. Empty: everything. */
export interface StockChoice {
  readonly make: string;
  readonly model: string;
  readonly part: string;
  /** The number of the last part of the page before; null on the first page. */
  readonly after: number | null;
}

export const everything: StockChoice = { make: "", model: "", part: "", after: null };

/** The longest make, model and name that staff can write. */
const longest = { make: 60, model: 60, part: 120 } as const;

/** Reads a query. What cannot be the name of anything stays: it finds nothing. */
export function stockChoice(query: string): StockChoice {
  const fields = new URLSearchParams(query.slice(0, 1000));
  const text = (name: keyof typeof longest) => (fields.get(name) ?? "").trim().slice(0, longest[name] + 1);
  const after = fields.get("after") ?? "";
  return {
    make: text("make"),
    model: text("model"),
    part: text("part"),
    after: /^[1-9]\d{0,8}$/.test(after) ? Number(after) : null,
  };
}

export function choiceAddress({ make, model, part, after }: StockChoice): string {
  const given = Object.entries({ make, model, part, after: after === null ? "" : String(after) });
  const query = new URLSearchParams(given.filter(([, text]) => text !== "")).toString();
  return query === "" ? stockPath : `${stockPath}?${query}`;
}

/** The address of a part's page: "/stock/1042/rear-diff-2015-honda-trx420fm". */
export function partAddress(part: Pick<Part, "number" | "name" | "make" | "model" | "year">): string {
  return `${stockPath}/${part.number}/${slug(`${part.name} ${partMachine(part)}`)}`;
}

function slug(text: string): string {
  const words = text
    .normalize("NFD")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words === null ? "part" : words.join("-").slice(0, 80).replace(/-$/, "");
}

/** A photo at an address of its own. 320: cut to 4:3, for lists; 800: whole, at most so large; 1600: as it was kept. */
type PartPhotoSize = 320 | 800 | 1600;

export function partPhotoAddress(id: string, size: PartPhotoSize): string {
  return `${stockPath}/photo/${id}-${size}.${size === 1600 ? "jpg" : "webp"}`;
}
