import { type RefObject, useEffect, useRef } from "react";

/** Esc closes the form, and puts the focus back on the record that it belongs to. */
export function useEscape(form: RefObject<HTMLFormElement | null>, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const element = form.current;
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      element?.closest("article")?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
      latest.current();
    };
    element?.addEventListener("keydown", close);
    return () => element?.removeEventListener("keydown", close);
  }, [form]);
}
