import { type RefObject, useEffect, useEffectEvent } from "react";

/** Calls back with the form of an element when scripts take over, at every change in it, and when it has been emptied. */
export function useFormInput(
  element: RefObject<HTMLElement | null>,
  callback: (form: HTMLFormElement) => void,
): void {
  const onInput = useEffectEvent(callback);
  useEffect(() => {
    const form = element.current?.closest("form");
    if (!form) return;
    const listen = () => onInput(form);
    listen();
    // The event comes before the fields are empty.
    const listenLater = () => queueMicrotask(listen);
    form.addEventListener("input", listen);
    form.addEventListener("reset", listenLater);
    return () => {
      form.removeEventListener("input", listen);
      form.removeEventListener("reset", listenLater);
    };
  }, [element]);
}
