import { useEffect, useRef } from "react";

import { areKeysOn } from "#app/desk/preferences/shortcuts.ts";

/** What keys do, by the sign they write. */
export type KeyActions = ReadonlyMap<string, () => void>;

/** Does what a key says, wherever the focus is, unless somebody is typing or a box stands open. */
export function useKeys(actions: KeyActions, repeated: readonly string[]): void {
  const latest = useRef({ actions, repeated });
  useEffect(() => {
    latest.current = { actions, repeated };
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // With Caps Lock on, letters are capitals without Shift.
      const key = event.shiftKey || event.key.length > 1 ? event.key : event.key.toLowerCase();
      const action = latest.current.actions.get(key);
      if (action === undefined || !isMeant(event)) return;
      if (event.repeat && !latest.current.repeated.includes(key)) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

const textFields = "input:not([type=checkbox]), textarea, select, [contenteditable]";

function isMeant(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing)
    return false;
  if (document.querySelector("dialog[open], :popover-open") !== null) return false;
  if (event.key === "Escape" && event.target instanceof HTMLTextAreaElement) return true;
  const isTyping = event.target instanceof Element && event.target.closest(textFields) !== null;
  return !isTyping && (event.key.length > 1 || areKeysOn());
}
