import { useEffect, useEffectEvent } from "react";
import { createKeybindingsHandler } from "tinykeys";

import { areKeysOn, type CommandName, commands } from "#app/desk/ui/commands.tsx";

const isSequence = ({ key }: { readonly key: string }) => key.includes(" ");

/** Sequences come first: of the bindings that a key completes only the first acts, and "q" also ends "g q". */
const toBind = commands.toSorted((one, other) => Number(isSequence(other)) - Number(isSequence(one)));

/** Handlers by command. The browser or a form handles the keys of the other commands. */
type Handlers = { readonly [Name in CommandName]?: () => void };

/** Returns a listener for key presses that runs the commands. A sequence ends with a key that does not continue it. */
export function keyHandler(
  handlers: () => Handlers,
  ignore: (event: KeyboardEvent) => boolean,
): EventListener {
  const begin = (): EventListener => {
    const bindings = toBind.map(({ name, key }) => {
      const act = (event: KeyboardEvent) => {
        const run = handlers()[name];
        if (run === undefined) return;
        event.preventDefault();
        handle = begin(); // The library would keep the sequences that begin with the same key.
        run();
      };
      return [key, act] as const;
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
export function useShortcuts(handlers: Handlers): void {
  const latest = useEffectEvent(() => handlers);
  // Bound once: a page that changes between the keys of a sequence must not forget the first.
  useEffect(() => {
    const listener = keyHandler(() => latest(), isIgnored);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}

/** Includes the boxes of a form that was opened: its keys are meant for it. */
const textFields = "input:not([type=checkbox]), form[aria-label] input, textarea, select, [contenteditable]";
const repeatable = ["j", "k"];

/** When the last character went into a text field; -Infinity once a key ends the word. */
let typedAt = -Infinity;
const typingPauseMs = 500;

/** Returns true for the rest of a word, too, whose field has just gone: a form that closes must not turn it into shortcuts. */
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
