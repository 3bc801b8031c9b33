import { type RefObject, useEffect, useEffectEvent } from "react";

import { focusPart } from "#app/desk/ui/commands.tsx";

/**
 * Returns how to close the form; Esc does so too, or closes first a menu in it. The title of the record takes the focus, unless
 * the user has gone elsewhere.
 */
export function useClosing(form: RefObject<HTMLFormElement | null>, onClose: () => void): () => void {
  const close = () => {
    const { activeElement, body } = document;
    if (activeElement === body || form.current?.contains(activeElement)) focusPart("title");
    onClose();
  };
  const onEscape = useEffectEvent(close);
  useEffect(() => {
    const element = form.current;
    const listener = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || element?.querySelector(":popover-open")) return;
      event.preventDefault();
      onEscape();
    };
    element?.addEventListener("keydown", listener);
    return () => element?.removeEventListener("keydown", listener);
  }, [form]);
  return close;
}
