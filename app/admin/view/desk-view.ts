import { type ListView, type Share, shares } from "#app/api/list-view.ts";
import { initialStatus, statusLabels } from "#domain/record-status.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { submissions } from "#domain/submissions.ts";

export const shareLabels: Readonly<Record<Share, string>> = {
  all: "All",
  ...statusLabels,
  mine: "Mine",
  snoozed: "Snoozed",
};

/** What the panel shows, all of it from the page's address, so that it can be kept and come back to. */
export interface DeskView extends ListView {
  /** The record that is open. */
  readonly reference: string | null;
}

/** Reads the address. `linkedTable` is the kind of the open record, for links that name nothing else. */
export function readView(search: URLSearchParams, linkedTable: string | null = null): DeskView {
  const asked = search.get("tab") ?? linkedTable;
  const { table } = submissions.find((submission) => submission.table === asked) ?? firstSubmission;
  const reference = search.get("record");
  return withPossibleOrder({
    table,
    share: shares.find((share) => share === search.get("show")) ?? "all",
    order: search.get("sort") === "due" ? "due" : "newest",
    words: search.get("q") ?? "",
    reference: isReferenceNumber(reference) ? reference : null,
  });
}

/** The address of a view; what is usual is left out. The tab is named, so that it stays when the record is closed. */
export function viewSearch(view: DeskView): string {
  const { table, share, order, words, reference } = withPossibleOrder(view);
  const search = new URLSearchParams({ tab: table });
  if (share !== "all") search.set("show", share);
  if (order !== "newest") search.set("sort", order);
  if (words !== "") search.set("q", words);
  if (reference !== null) search.set("record", reference);
  return `?${search}`;
}

/** Names a list: views with the same key show the same records. */
export function listKey({ table, share, order, words }: ListView): string {
  return JSON.stringify([table, share, order, words.trim()]);
}

/** Only what is new and not put off waits for its promised answer (docs/decisions/041-figures-from-stored-moments.md). */
export function canBeDue(share: Share): boolean {
  return share === "all" || share === initialStatus || share === "mine";
}

function withPossibleOrder(view: DeskView): DeskView {
  return view.order === "due" && !canBeDue(view.share) ? { ...view, order: "newest" } : view;
}

const [firstSubmission = missing()] = submissions;

function missing(): never {
  throw new Error("The panel has no tabs");
}
