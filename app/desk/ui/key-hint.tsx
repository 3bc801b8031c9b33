import { type ShortcutAction, areKeysOn, keyOf } from "#app/desk/preferences/shortcuts.ts";

/** The key of a button, for those who have a keyboard. Screen readers learn it from `aria-keyshortcuts`. */
export function KeyHint({ action }: { readonly action: ShortcutAction }) {
  if (!areKeysOn()) return null;
  return (
    <kbd
      aria-hidden
      className="border-line-strong text-ink-muted rounded-sm border px-1 font-mono text-xs leading-4 font-normal max-lg:hidden print:hidden pointer-coarse:hidden"
    >
      {keyOf(action)}
    </kbd>
  );
}
