import { modelKey } from "#domain/catalogue/model-keys.ts";
import { partKey } from "#domain/catalogue/part-key.ts";
import { publicParts } from "#server/features/deals/parts/public-parts.ts";
import type { Query } from "#server/platform/database/database.ts";

/** Parts for sale that share machine and name, for the filters. */
export interface StockGroup {
  readonly make: string;
  readonly model: string;
  readonly name: string;
  readonly count: number;
  /** In one spelling. */
  readonly key: { readonly make: string; readonly model: string; readonly part: string };
}

export async function stockGroups(db: Query, at: Date): Promise<StockGroup[]> {
  const rows = await publicParts(db, at)
    .clearSelect()
    .select(({ fn }) => ["make", "model", "name", "part_key", fn.countAll<number | string>().as("count")])
    .groupBy(["make", "model", "name", "part_key"])
    .execute();
  const keys = new Map<string, ReturnType<typeof modelKey>>();
  const keyOf = ({ make, model }: { readonly make: string; readonly model: string }) => {
    const written = `${make}\n${model}`;
    const known = keys.get(written) ?? modelKey({ make, model });
    keys.set(written, known);
    return known;
  };
  return rows.map(({ count, part_key: part, ...row }) => ({
    ...row,
    count: Number(count),
    key: { ...keyOf(row), part },
  }));
}

/** The names that a choice has in the stock, spelled as staff spelled them; as it was typed if only a part's fits have it. */
export function spelled(
  groups: readonly StockGroup[],
  { make, model, part }: { readonly make: string; readonly model: string; readonly part: string },
) {
  const key = { ...modelKey({ make, model }), part: partKey(part) };
  const of = (name: "make" | "model" | "part") =>
    groups.find(
      (group) =>
        group.key[name] === key[name] && (name !== "model" || make === "" || group.key.make === key.make),
    );
  return {
    make: make === "" ? "" : (of("make")?.make ?? key.make),
    model: model === "" ? "" : (of("model")?.model ?? key.model),
    part: part === "" ? "" : (of("part")?.name ?? part),
  };
}
