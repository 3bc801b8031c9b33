import { areKeysOn, type CommandName, keyOf } from "./commands.ts";

interface KeyHintProps {
  readonly action: CommandName;
  /** Instead of the key of the action. */
  readonly children?: string;
}

/** For the control that has these keys: screen readers say them. */
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
