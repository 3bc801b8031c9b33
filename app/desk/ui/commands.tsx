import { tryStorage } from "#app/shared/forms/draft.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { recordStatuses, statusLabels } from "#domain/record-status.ts";

interface KeyCommand {
  readonly name: string;
  /** The key as tinykeys writes it; brackets mark a modifier that some keyboard layouts need, spaces a sequence. */
  readonly key: string;
  readonly label: string;
}

/** Every key of the desk, in the order of the key list: key hints, help and handlers read it. */
export const commands = [
  { name: "next", key: "j", label: "Next record" },
  { name: "previous", key: "k", label: "Previous record" },
  { name: "open", key: "Enter", label: "Open the record" },
  { name: "leave", key: "Escape", label: "Leave the note, close the record, clear the selection" },
  ...recordStatuses.map((status, index) => ({
    name: status,
    key: `[Shift]+${index + 1}`,
    label: `Set to ${statusLabels[status]}`,
  })),
  { name: "complete", key: "e", label: "Complete it and open the next" },
  { name: "take", key: "a", label: "Take it, or give it back" },
  { name: "snooze", key: "s", label: "Snooze it, or end the snooze" },
  { name: "order", key: "o", label: "Order placed, or not" },
  { name: "merge", key: "m", label: "Merge it into the record that it repeats, or take it out again" },
  { name: "undo", key: "z", label: "Undo the last change" },
  { name: "note", key: "n", label: "Write a note" },
  { name: "call", key: "l", label: "Log a call, with the note as typed" },
  { name: "send", key: "$mod+Enter", label: "Send the reply, add the note, save the form" },
  { name: "reply", key: "r", label: "Answer or reply, with a saved reply by its digit" },
  {
    name: "quote",
    key: "q",
    label:
      "Quote: price, or s for the first part in stock, preview, send; vehicle: make an offer; mail, message: make a request of it",
  },
  { name: "next_step", key: "w", label: "Do the next step of the quote, order or offer" },
  { name: "approve", key: "y", label: "Approve the quote for the customer" },
  {
    name: "extend",
    key: "v",
    label: "Extend the quote or the offer by 7 days; unpaid order: a later day to pay",
  },
  { name: "payment", key: "p", label: "Enter a payment; vehicle: record the purchase" },
  { name: "parcel", key: "t", label: "Enter a parcel; vehicle: it is picked up" },
  { name: "photos", key: "f", label: "Ask for photos" },
  { name: "theirs", key: "h", label: "From another address: it is theirs" },
  { name: "not_theirs", key: "u", label: "From another address: it is not theirs" },
  { name: "select", key: "x", label: "Select or deselect the record" },
  {
    name: "selectRange",
    key: "Shift+x",
    label: "Select all from the last selected record to this one",
  },
  { name: "search", key: "[Shift]+/", label: "Search; inbox, Money: type a reference" },
  { name: "sort", key: "d", label: "Due first, or newest first" },
  ...submissions.map(({ table, tab }) => ({
    name: `tab ${table}` as const,
    key: `g ${tab.title.charAt(0).toLowerCase()}`,
    label: `Go to ${tab.title}`,
  })),
  { name: "new_request", key: "Shift+n", label: "New request: from a call, a text or at the counter" },
  { name: "inbox", key: "g i", label: "Go to the inbox" },
  { name: "money", key: "g m", label: "Go to Money" },
  { name: "pack", key: "g p", label: "Go to the pack list" },
  { name: "yard", key: "g y", label: "Go to the yard" },
  { name: "stock", key: "g s", label: "Go to the parts in stock" },
  {
    name: "file",
    key: "Enter",
    label: "Inbox, Money: put it with the first suggestion, the others by their digit",
  },
  { name: "contact", key: "c", label: "Inbox: make it a contact message" },
  { name: "ignore", key: "i", label: "Inbox, Money: ignore it" },
  { name: "bank_file", key: "b", label: "Money: choose a bank file" },
  { name: "showKeys", key: "[Shift]+?", label: "Show these keys" },
] as const satisfies readonly KeyCommand[];

export type CommandName = (typeof commands)[number]["name"];

/** Returns the keys to press: ["Shift", "x"]. */
export function keysOf({ key }: KeyCommand): readonly string[] {
  const required = key.replace("[Shift]+", "").replace("Escape", "Esc").replace("$mod", "Ctrl");
  return required.split(/[+ ]/);
}

function keyOf(name: CommandName): string {
  return commands.find((command) => command.name === name)?.key.replace("[Shift]+", "") ?? "";
}

const keysKey = "quadkea-desk-keys";

/** Single-key shortcuts can be switched off: people who dictate would trigger them (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  return tryStorage(() => localStorage.getItem(keysKey)) !== "off";
}

export function switchKeys(areOn: boolean): void {
  tryStorage(() => localStorage.setItem(keysKey, areOn ? "on" : "off"));
}

interface KeyHintProps {
  readonly action: CommandName;
  /** Text in place of the key of the action. */
  readonly children?: string;
}

/** Attributes of the control that has these keys: screen readers say them. */
export function keyProps(...actions: readonly CommandName[]) {
  return areKeysOn() ? { "aria-keyshortcuts": actions.map(keyOf).join(" ") } : {};
}

/** The key of a button, for those who have a keyboard. Screen readers learn it from `keyProps`. */
export function KeyHint({ action, children }: KeyHintProps) {
  if (!areKeysOn()) return null;
  return (
    <kbd
      aria-hidden
      className="rounded-sm border border-current/40 px-1 font-mono text-xs leading-4 font-normal opacity-80 max-lg:hidden print:hidden pointer-coarse:hidden"
    >
      {children ?? keyOf(action)}
    </kbd>
  );
}

/** A part of the page by its `data-part`: the title of the open record, or the control of a command. */
export type PagePart = CommandName | "title";

/** Focuses the visible part; with `isPressed`, also presses it if it can be pressed. False if there is none. */
export function focusPart(part: PagePart, isPressed = false): boolean {
  const parts = document.querySelectorAll<HTMLElement>(`[data-part~="${part}"]`);
  const shown = [...parts].find((element) => element.checkVisibility() || (isPressed && isInMenu(element)));
  shown?.focus();
  if (isPressed && shown?.matches("a, button, input[type=file], input[type=checkbox]") === true)
    shown.click();
  return shown !== undefined;
}

const isInMenu = (element: HTMLElement) => element.matches("[popover] *");
