import { recordStatuses, statusLabels } from "#domain/record-status.ts";

interface Shortcut {
  readonly keys: readonly string[];
  readonly words: string;
}

/** What the keys do, as the list of keys tells it. */
export const shortcuts: readonly Shortcut[] = [
  { keys: ["j"], words: "Next record" },
  { keys: ["k"], words: "Previous record" },
  { keys: ["Enter"], words: "Open the record" },
  { keys: ["Esc"], words: "Leave the note, close the record, clear the selection" },
  ...recordStatuses.map((status, index) => ({
    keys: [String(index + 1)],
    words: `Set to ${statusLabels[status]}`,
  })),
  { keys: ["z"], words: "Undo the last status change" },
  { keys: ["n"], words: "Write a note" },
  { keys: ["r"], words: "Reply by e-mail" },
  { keys: ["x"], words: "Select or deselect the record" },
  { keys: ["Shift", "x"], words: "Select all from the last one to here" },
  { keys: ["/"], words: "Search" },
  { keys: ["?"], words: "Show these keys" },
];

export const keysKey = "quadkea-desk-keys";

/** Keys can be switched off: those who speak to their computer would press them by chance (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(keysKey) !== "off";
  } catch {
    return true;
  }
}

export function switchKeys(areOn: boolean): void {
  try {
    localStorage.setItem(keysKey, areOn ? "on" : "off");
  } catch {
    // Without storage they stay on.
  }
}
