import { useEffect, useEffectEvent } from "react";

import { areKeysOn, type DeskActions } from "./commands.ts";
import { keyHandler } from "./key-handler.ts";

/** Runs the command of a key wherever the focus is, except while typing or in a dialog. */
export function useShortcuts(actions: DeskActions): void {
  const desk = useEffectEvent(() => actions);
  // Bound once: a page that changes between the keys of a sequence must not forget the first.
  useEffect(() => {
    const listener = keyHandler(() => desk(), isIgnored);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}

const textFields = "input:not([type=checkbox]), textarea, select, [contenteditable]";
const repeatable = ["j", "k"];

/** The last character that went into a text field, until a key ends the word. */
let typedAt = -Infinity;
const typingPauseMs = 500;

/** Typing, also the rest of a word whose field has just gone: a form that closes must not turn it into shortcuts. */
function isTyping({ key, target, timeStamp, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isInField = target instanceof Element && target.closest(textFields) !== null;
  const isWithin = isInField || timeStamp - typedAt < typingPauseMs;
  if (key.length === 1 && !ctrlKey && !metaKey && !altKey) typedAt = isWithin ? timeStamp : -Infinity;
  else if (key !== "Shift") typedAt = -Infinity;
  return isInField || (isWithin && key.length === 1);
}

function isIgnored(event: KeyboardEvent): boolean {
  const { defaultPrevented, isComposing, key, repeat, target } = event;
  const isWord = isTyping(event);
  if (defaultPrevented || isComposing || (repeat && !repeatable.includes(key.toLowerCase()))) return true;
  if (document.querySelector("dialog[open], :popover-open") !== null) return true;
  if (key === "Escape" && target instanceof HTMLTextAreaElement) return false;
  return isWord || (key.length === 1 && !areKeysOn());
}
