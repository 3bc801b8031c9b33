import type { DeskList } from "./desk.ts";
import type { DeskState } from "./use-desk.ts";

/** How things stand, in one line that is read aloud when it changes. */
export function statusLine({ desk, isLoading }: DeskState, list: DeskList, asked: string | null): string {
  if (isLoading) return "Loading data...";
  if (desk === null) return "";
  if (asked !== null && desk.linked === null) return `No record has the reference ${asked}.`;
  const { records, total } = list;
  return total === 0 ? "" : `Showing ${records.length} of ${total}, newest first`;
}
