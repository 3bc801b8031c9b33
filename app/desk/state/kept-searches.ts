import * as v from "valibot";

import { deskItem } from "#app/desk/session/desk-storage.ts";
import { randomKey } from "#app/shared/forms/draft.ts";

/** Names and queries, the latest last. */
const searchesSchema = v.array(v.tuple([v.string(), v.string()]));
type Searches = v.InferOutput<typeof searchesSchema>;

const mostKept = 50;

/**
 * Keeps what a user searches for in this tab, and returns the name under which the page's address remembers it:
 * queries are personal data, which addresses leak. `replaced` names a search that nobody goes back to.
 */
export function keepSearch(userId: string, query: string, replaced: string | null): string {
  const others = read(userId).filter(([name]) => name !== replaced);
  const name = randomKey(4);
  const kept = [...others, [name, query]].slice(-mostKept);
  sessionStorage.setItem(itemOf(userId), JSON.stringify(kept));
  return name;
}

/** The query of a search; empty if this tab does not know it, or no longer. */
export function keptSearch(userId: string, name: string): string {
  return read(userId).find(([known]) => known === name)?.[1] ?? "";
}

function read(userId: string): Searches {
  const kept = v.pipe(v.string(), v.parseJson(), searchesSchema);
  const parsed = v.safeParse(kept, sessionStorage.getItem(itemOf(userId)));
  return parsed.success ? parsed.output : [];
}

function itemOf(userId: string): string {
  return deskItem(userId, "searches");
}
