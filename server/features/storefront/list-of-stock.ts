import { modelKey } from "#domain/catalogue/model-keys.ts";
import { partKey } from "#domain/catalogue/part-key.ts";
import { stockPath } from "#domain/stock/part.ts";
import type { StockChoice } from "#domain/stock/stock-address.ts";
import { chosenParts, publicParts } from "#server/features/deals/parts/public-parts.ts";
import type { Services } from "#server/services/services.ts";

import type { ShopPage } from "./frame.ts";
import { listPage } from "./list-page.ts";
import { freshMs } from "./made-pages.ts";
import { spelled, type StockGroup, stockGroups } from "./stock-groups.ts";

const pageSize = 50;

/** One page for all spellings of a choice. */
export function nameOf({ make, model, part, after }: StockChoice): string {
  const key = modelKey({ make, model });
  return [stockPath, key.make, key.model, part === "" ? "" : partKey(part), after ?? ""].join("?");
}

/** Reads a page of the list, once for all who ask at the same time. Null: nothing is what was chosen. */
export function listOfStock({ database: { longReads }, now }: Pick<Services, "database" | "now">) {
  let known: { readonly groups: Promise<StockGroup[]>; readonly at: number } | null = null;
  // All pages share the groups: a crawler that walks every filter has them counted once.
  const groupsNow = () => {
    const at = now();
    if (known === null || Math.abs(at.getTime() - known.at) >= freshMs)
      known = { groups: stockGroups(longReads, at), at: at.getTime() };
    known.groups.catch(() => (known = null));
    return known.groups;
  };
  const read = async (choice: StockChoice): Promise<ShopPage | null> => {
    const chosen = chosenParts(longReads, publicParts(longReads, now()), choice);
    const rest = choice.after === null ? chosen : chosen.where("number", "<", choice.after);
    const parts = await rest
      .orderBy("number", "desc")
      .limit(pageSize + 1)
      .execute();
    if (parts.length === 0) return null;
    const groups = await groupsNow();
    const named = { ...choice, ...spelled(groups, choice) };
    return listPage({
      choice: named,
      parts: parts.slice(0, pageSize),
      hasMore: parts.length > pageSize,
      groups,
    });
  };
  const reading = new Map<string, Promise<ShopPage | null>>();
  return (name: string, choice: StockChoice) => {
    const page = reading.get(name) ?? read(choice).finally(() => reading.delete(name));
    reading.set(name, page);
    return page;
  };
}
