import { type RefObject, useEffect, useEffectEvent } from "react";

/** Esc closes the form, or first a menu in it. */
export function useEscape(form: RefObject<HTMLFormElement | null>, onClose: () => void): void {
  const closeForm = useEffectEvent(onClose);
  useEffect(() => {
    const element = form.current;
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || element?.querySelector(":popover-open")) return;
      event.preventDefault();
      closeForm();
    };
    element?.addEventListener("keydown", close);
    return () => element?.removeEventListener("keydown", close);
  }, [form]);
}
