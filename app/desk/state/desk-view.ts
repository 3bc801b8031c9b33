import { type ListView, type Share, shares } from "#app/desk/api/list-view.ts";
import { submissionBy, submissions } from "#domain/forms/submissions.ts";
import { initialStatus, statusLabels } from "#domain/record-status.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";

export const shareLabels: Readonly<Record<Share, string>> = {
  all: "All",
  ...statusLabels,
  mine: "Mine",
  snoozed: "Snoozed",
};

/** What the panel shows, all of it from the page's address, so that it can be kept and gone back to. */
export interface DeskView extends ListView {
  /** Stands for the words in the address (view/kept-searches.ts); null if there are none. */
  readonly search: string | null;
  /** The record that is open. */
  readonly reference: string | null;
}

/** Reads the address. `wordsOf` knows the words of a search by its name. */
export function readView(address: URLSearchParams, wordsOf: (search: string) => string): DeskView {
  const asked = address.get("tab");
  const { table } = submissionBy("table", asked) ?? firstSubmission;
  const reference = address.get("record");
  const search = address.get("search");
  const words = search === null ? "" : wordsOf(search);
  return withPossibleOrder({
    table,
    share: shares.find((share) => share === address.get("show")) ?? "all",
    order: address.get("sort") === "due" ? "due" : "newest",
    words,
    search: words === "" ? null : search,
    reference: isReferenceNumber(reference) ? reference : null,
  });
}

/** The address of a view; what is usual is left out. The tab is named, so that it stays when the record is closed. */
export function viewSearch(view: DeskView): string {
  const { table, share, order, search, reference } = withPossibleOrder(view);
  const address = new URLSearchParams({ tab: table });
  if (share !== "all") address.set("show", share);
  if (order !== "newest") address.set("sort", order);
  if (search !== null) address.set("search", search);
  if (reference !== null) address.set("record", reference);
  return `?${address}`;
}

/** Names a list: views with the same key show the same records. */
export function listKey({ table, share, order, words }: ListView): string {
  return JSON.stringify([table, share, order, words.trim()]);
}

/** Only what is new and not put off waits for its promised answer (docs/decisions/011-statistics-from-stored-moments.md). */
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
