import { tryStorage } from "#app/shared/document/storage.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { type RecordStatus, recordStatuses, statusLabels } from "#domain/record-status.ts";

export type ShortcutAction =
  | RecordStatus
  | "next"
  | "previous"
  | "leave"
  | "undo"
  | "note"
  | "call"
  | "take"
  | "snooze"
  | "order"
  | "merge"
  | "complete"
  | "sort"
  | `tab ${string}`
  | "reply"
  | "quote"
  | "next_step"
  | "approve"
  | "extend"
  | "payment"
  | "parcel"
  | "select"
  | "selectRange"
  | "search"
  | "showKeys";

interface Shortcut {
  /** The key as tinykeys writes it; brackets mark a modifier that some keyboard layouts need, spaces a sequence. */
  readonly binding: string;
  readonly label: string;
  /** Null for a key that the browser handles itself. */
  readonly action: ShortcutAction | null;
}

/** Every key of the desk, in the order of the key list. */
export const shortcuts: readonly Shortcut[] = [
  { binding: "j", label: "Next record", action: "next" },
  { binding: "k", label: "Previous record", action: "previous" },
  { binding: "Enter", label: "Open the record", action: null },
  { binding: "Escape", label: "Leave the note, close the record, clear the selection", action: "leave" },
  ...recordStatuses.map((status, index) => ({
    binding: `[Shift]+${index + 1}`,
    label: `Set to ${statusLabels[status]}`,
    action: status,
  })),
  { binding: "e", label: "Complete it and open the next", action: "complete" },
  { binding: "a", label: "Take it, or give it back", action: "take" },
  { binding: "s", label: "Snooze it, or end the snooze", action: "snooze" },
  { binding: "o", label: "Order placed, or not", action: "order" },
  { binding: "m", label: "Merge it into the record that it repeats, or take it out again", action: "merge" },
  { binding: "z", label: "Undo the last change", action: "undo" },
  { binding: "n", label: "Write a note", action: "note" },
  { binding: "l", label: "Log a call, with the note as typed", action: "call" },
  { binding: "$mod+Enter", label: "Send the reply, add the note, save the form", action: null },
  { binding: "r", label: "Reply, with a saved reply by its digit", action: "reply" },
  { binding: "q", label: "Quote: price, preview, send", action: "quote" },
  { binding: "w", label: "Do the next step of the quote or order", action: "next_step" },
  { binding: "y", label: "Approve the quote for the customer", action: "approve" },
  { binding: "v", label: "Extend the quote by 7 days", action: "extend" },
  { binding: "p", label: "Enter a payment", action: "payment" },
  { binding: "t", label: "Enter a parcel", action: "parcel" },
  { binding: "x", label: "Select or deselect the record", action: "select" },
  {
    binding: "Shift+x",
    label: "Select all from the last selected record to this one",
    action: "selectRange",
  },
  { binding: "[Shift]+/", label: "Search", action: "search" },
  { binding: "d", label: "Due first, or newest first", action: "sort" },
  ...submissions.map(({ table, tab }) => ({
    binding: `g ${tab.title.charAt(0).toLowerCase()}`,
    label: `Go to ${tab.title}`,
    action: `tab ${table}` as const,
  })),
  { binding: "[Shift]+?", label: "Show these keys", action: "showKeys" },
];

/** Returns the keys to press: ["Shift", "x"]. */
export function keysOf({ binding }: Shortcut): readonly string[] {
  const required = binding.replace("[Shift]+", "").replace("Escape", "Esc").replace("$mod", "Ctrl");
  return required.split(/[+ ]/);
}

/** The key of an action, to be printed next to its button. */
export function keyOf(action: ShortcutAction): string {
  return shortcuts.find((shortcut) => shortcut.action === action)?.binding.replace("[Shift]+", "") ?? "";
}

export const keysKey = "quadkea-desk-keys";

/** Single-key shortcuts can be switched off: people who dictate would trigger them (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  return tryStorage(() => localStorage.getItem(keysKey)) !== "off";
}

/** Without storage, keys stay on. */
export function switchKeys(areOn: boolean): void {
  tryStorage(() => localStorage.setItem(keysKey, areOn ? "on" : "off"));
}
