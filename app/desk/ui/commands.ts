import { tryStorage } from "#app/shared/forms/draft.ts";
import type { RecordCells } from "#domain/desk.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { recordStatuses, statusLabels } from "#domain/record-status.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

/** A part of the open record that a key can focus or press. */
export type RecordPart =
  | "title"
  | "note"
  | "reply"
  | "call"
  | "snooze"
  | "search"
  | "quote"
  | "next"
  | "approve"
  | "extend"
  | "payment"
  | "parcel";

/** What to change, by the record as it is. */
export type ChangeOf = (record: SubmissionRecord) => RecordCells;

/** What keys can do on the desk's page. */
export interface DeskActions {
  readonly userId: string;
  /** Whether the records of the tab lead to orders. */
  readonly hasDeal: boolean;
  move(step: 1 | -1): void;
  leave(): void;
  /** Changes the selected records, or the one where the user is. */
  change(changeOf: ChangeOf): void;
  complete(): void;
  merge(): void;
  undo(): void;
  /** Goes to a part of the record and presses it if it is a button. */
  press(part: RecordPart): void;
  snooze(): void;
  select(isRange: boolean): void;
  search(): void;
  switchOrder(): void;
  openTab(table: string): void;
  showKeys(): void;
}

interface Command {
  readonly name: string;
  /** The key as tinykeys writes it; brackets mark a modifier that some keyboard layouts need, spaces a sequence. */
  readonly key: string;
  readonly label: string;
  readonly when?: (desk: DeskActions) => boolean;
  /** Null for a key that the browser or the form handles itself. */
  readonly run: ((desk: DeskActions) => void) | null;
}

const press = (part: RecordPart) => (desk: DeskActions) => desk.press(part);

/** Every key of the desk, in the order of the key list: key hints, help and handlers read it. */
export const commands = [
  { name: "next", key: "j", label: "Next record", run: (desk) => desk.move(1) },
  { name: "previous", key: "k", label: "Previous record", run: (desk) => desk.move(-1) },
  { name: "open", key: "Enter", label: "Open the record", run: null },
  {
    name: "leave",
    key: "Escape",
    label: "Leave the note, close the record, clear the selection",
    run: (desk) => desk.leave(),
  },
  ...recordStatuses.map((status, index) => ({
    name: status,
    key: `[Shift]+${index + 1}`,
    label: `Set to ${statusLabels[status]}`,
    run: (desk: DeskActions) => desk.change(() => ({ status })),
  })),
  { name: "complete", key: "e", label: "Complete it and open the next", run: (desk) => desk.complete() },
  {
    name: "take",
    key: "a",
    label: "Take it, or give it back",
    run: (desk) =>
      desk.change(({ owner_id: owner }) => ({ owner_id: owner === desk.userId ? null : desk.userId })),
  },
  { name: "snooze", key: "s", label: "Snooze it, or end the snooze", run: (desk) => desk.snooze() },
  {
    name: "order",
    key: "o",
    label: "Order placed, or not",
    when: (desk) => desk.hasDeal,
    run: (desk) => desk.change(({ order_placed: isOrdered }) => ({ order_placed: !isOrdered })),
  },
  {
    name: "merge",
    key: "m",
    label: "Merge it into the record that it repeats, or take it out again",
    run: (desk) => desk.merge(),
  },
  { name: "undo", key: "z", label: "Undo the last change", run: (desk) => desk.undo() },
  { name: "note", key: "n", label: "Write a note", run: press("note") },
  { name: "call", key: "l", label: "Log a call, with the note as typed", run: press("call") },
  { name: "send", key: "$mod+Enter", label: "Send the reply, add the note, save the form", run: null },
  { name: "reply", key: "r", label: "Reply, with a saved reply by its digit", run: press("reply") },
  { name: "quote", key: "q", label: "Quote: price, preview, send", run: press("quote") },
  { name: "next_step", key: "w", label: "Do the next step of the quote or order", run: press("next") },
  { name: "approve", key: "y", label: "Approve the quote for the customer", run: press("approve") },
  { name: "extend", key: "v", label: "Extend the quote by 7 days", run: press("extend") },
  { name: "payment", key: "p", label: "Enter a payment", run: press("payment") },
  { name: "parcel", key: "t", label: "Enter a parcel", run: press("parcel") },
  { name: "select", key: "x", label: "Select or deselect the record", run: (desk) => desk.select(false) },
  {
    name: "selectRange",
    key: "Shift+x",
    label: "Select all from the last selected record to this one",
    run: (desk) => desk.select(true),
  },
  { name: "search", key: "[Shift]+/", label: "Search", run: (desk) => desk.search() },
  { name: "sort", key: "d", label: "Due first, or newest first", run: (desk) => desk.switchOrder() },
  ...submissions.map(({ table, tab }) => ({
    name: `tab ${table}` as const,
    key: `g ${tab.title.charAt(0).toLowerCase()}`,
    label: `Go to ${tab.title}`,
    run: (desk: DeskActions) => desk.openTab(table),
  })),
  { name: "showKeys", key: "[Shift]+?", label: "Show these keys", run: (desk) => desk.showKeys() },
] as const satisfies readonly Command[];

export type CommandName = (typeof commands)[number]["name"];

/** Returns the keys to press: ["Shift", "x"]. */
export function keysOf({ key }: Pick<Command, "key">): readonly string[] {
  const required = key.replace("[Shift]+", "").replace("Escape", "Esc").replace("$mod", "Ctrl");
  return required.split(/[+ ]/);
}

/** The key of a command, to be printed next to its button. */
export function keyOf(name: CommandName): string {
  return commands.find((command) => command.name === name)?.key.replace("[Shift]+", "") ?? "";
}

const keysKey = "quadkea-desk-keys";

/** Single-key shortcuts can be switched off: people who dictate would trigger them (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  return tryStorage(() => localStorage.getItem(keysKey)) !== "off";
}

/** Without storage, keys stay on. */
export function switchKeys(areOn: boolean): void {
  tryStorage(() => localStorage.setItem(keysKey, areOn ? "on" : "off"));
}
