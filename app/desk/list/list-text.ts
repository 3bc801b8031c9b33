import { type ListView, type Share, isStatusShare } from "#app/desk/api/list-view.ts";
import type { RecordPage } from "#app/desk/api/records.ts";
import { shareLabels } from "#app/desk/state/desk-view.ts";
import type { DeskCounts } from "#domain/desk.ts";
import type { Submission } from "#domain/submission.ts";

/** "Showing 50 of 60, newest first" */
export function listStatus(view: ListView, list: RecordPage, counts: DeskCounts | null): string {
  const shown = list.records.length;
  if (shown === 0) return "";
  const order = view.order === "due" ? "due first" : "newest first";
  if (view.words.trim() !== "") {
    if (!list.hasMore) return shown === 1 ? "1 match" : `${shown} matches, ${order}`;
    return `More than ${shown} matches: showing ${shown}, ${order}`;
  }
  const total = list.total ?? totalOf(view, list, counts);
  const of = total === null ? "" : ` of ${total}`;
  return `Showing ${shown}${of}, ${order}`;
}

function totalOf({ share, order }: ListView, list: RecordPage, counts: DeskCounts | null): number | null {
  if (!list.hasMore) return list.records.length;
  return counts === null || order === "due" ? null : countOf(share, counts);
}

export function emptyText({ tab }: Submission, { share, order, words }: ListView): string {
  if (words.trim() !== "") return `No match for “${words.trim()}”`;
  if (order === "due") return "Nothing is due";
  if (share === "mine") return "Nothing is waiting for you";
  return share === "all" ? tab.empty : `Nothing here is ${shareLabels[share].toLowerCase()}`;
}

export function countOf(share: Share, { statuses, mine, snoozed }: DeskCounts): number {
  if (share === "mine") return mine;
  if (share === "snoozed") return snoozed;
  if (isStatusShare(share)) return statuses[share] ?? 0;
  return Object.values(statuses).reduce((sum, count) => sum + count, 0);
}
