import { type RefObject, useEffect, useEffectEvent } from "react";

/** Calls back with the form of an element when scripts take over, and at every change in it. */
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
    form.addEventListener("input", listen);
    return () => form.removeEventListener("input", listen);
  }, [element]);
}

/** Changes a text as if the visitor had typed it. */
export function typeInto(control: HTMLInputElement, text: string): void {
  control.value = text;
  control.dispatchEvent(new Event("input", { bubbles: true }));
}
