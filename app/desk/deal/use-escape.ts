import { type RefObject, useEffect, useRef } from "react";

/** Esc closes the form. */
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
      latest.current();
    };
    element?.addEventListener("keydown", close);
    return () => element?.removeEventListener("keydown", close);
  }, [form]);
}
