import { type RefObject, useEffect, useRef } from "react";

export function useFocusOnChange<Box extends HTMLElement>(content: unknown): RefObject<Box | null> {
  const box = useRef<Box>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "nearest" });
  }, [content]);
  return box;
}
