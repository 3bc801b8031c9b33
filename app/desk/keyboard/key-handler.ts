import { useEffect, useEffectEvent } from "react";
import { createKeybindingsHandler } from "tinykeys";

import { commands, type DeskActions, areKeysOn } from "#app/desk/ui/commands.ts";

const isSequence = ({ key }: { readonly key: string }) => key.includes(" ");

/** Sequences come first: of the bindings that a key completes only the first acts, and "q" also ends "g q". */
const toBind = commands.toSorted((one, other) => Number(isSequence(other)) - Number(isSequence(one)));

/** Returns a listener for key presses that runs the commands. What one key has begun ends with the next. */
export function keyHandler(
  desk: () => DeskActions,
  ignore: (event: KeyboardEvent) => boolean,
): EventListener {
  const begin = (): EventListener => {
    const bindings = toBind.flatMap((command) => {
      const { key, run } = command;
      if (run === null) return [];
      const act = (event: KeyboardEvent) => {
        event.preventDefault();
        handle = begin(); // The library would keep the sequences that begin with the same key.
        const isPossible = !("when" in command) || command.when(desk());
        if (isPossible) run(desk());
      };
      return [[key, act] as const];
    });
    const again = (event: KeyboardEvent) => {
      handle = begin();
      handle(event);
    };
    return createKeybindingsHandler({ "g g": again, ...Object.fromEntries(bindings) }, { ignore });
  };
  let handle = begin();
  return (event) => handle(event);
}

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
