import { createKeybindingsHandler } from "tinykeys";

import { type ShortcutAction, shortcuts } from "#app/desk/preferences/shortcuts.ts";

const isSequence = (binding: string) => binding.includes(" ");

/** Sequences come first: of the bindings that a key completes only the first acts, and "q" also ends "g q". */
const toBind = shortcuts.toSorted(
  (one, other) => Number(isSequence(other.binding)) - Number(isSequence(one.binding)),
);

type Act = (action: ShortcutAction) => void;

/** Returns a listener for key presses that runs the actions of shortcuts. What one key has begun ends with the next. */
export function keyHandler(act: Act, ignore: (event: KeyboardEvent) => boolean): EventListener {
  const begin = (): EventListener => {
    const bindings = toBind.flatMap(({ binding, action }) => {
      if (action === null) return [];
      const run = (event: KeyboardEvent) => {
        event.preventDefault();
        handle = begin(); // The library would keep the sequences that begin with the same key.
        act(action);
      };
      return [[binding, run] as const];
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
