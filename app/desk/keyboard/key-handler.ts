import { createKeybindingsHandler } from "tinykeys";

import { commands, type DeskActions } from "./commands.ts";

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
