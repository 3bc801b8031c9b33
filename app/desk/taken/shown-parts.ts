import type { TakenItem } from "#app/desk/api/send-taken.ts";
import type { Part, PartPhoto } from "#domain/stock/part.ts";
import type { TakenPart } from "#domain/stock/stock-calls.ts";

type Words = Pick<
  Part,
  "name" | "grade" | "shelf" | "price_cents" | "state" | "reason" | "condition" | "held"
>;

/** A part as the phone shows it: what the server has, with what waits. */
export interface ShownPart extends Words {
  readonly id: string;
  readonly number: number | null; // Null until it is sent.
  readonly photos: readonly (
    | Pick<PartPhoto, "id" | "url">
    | { readonly id: string; readonly bytes: ArrayBuffer }
  )[];
  readonly waits: number;
}

const unwritten: Omit<Words, "name"> = {
  grade: null,
  shelf: "",
  price_cents: null,
  state: "on_shelf",
  reason: null,
  condition: [],
  held: null,
};

/** Adds what waits on this phone to the parts that the server has. What both have is shown once. */
export function withWaiting(parts: readonly TakenPart[], items: readonly TakenItem[]): ShownPart[] {
  const shown = new Map<string, ShownPart>(parts.map((part) => [part.id, { ...part, waits: 0 }]));
  for (const item of items.toSorted((one, other) => one.at - other.at)) {
    const part = shown.get(item.part);
    if (part === undefined) {
      if (item.kind === "part") shown.set(item.part, fresh(item));
    } else if (item.kind === "change") {
      shown.set(item.part, { ...part, ...item.fields, waits: part.waits + 1 });
    } else if (item.kind === "photo" && part.photos.every(({ id }) => id !== item.id)) {
      const photos = [...part.photos, { id: item.id, bytes: item.bytes }];
      shown.set(item.part, { ...part, photos, waits: part.waits + 1 });
    }
  }
  return [...shown.values()];
}

function fresh({ part: id, name, fields }: TakenItem & { kind: "part" }): ShownPart {
  return { ...unwritten, ...fields, id, name, number: null, photos: [], waits: 1 };
}
