import { type RefObject, useEffect, useRef } from "react";

/** A box that takes the focus and comes into view when it appears, and when `content` changes, so that nobody misses it. */
export function useFocusOnChange<Box extends HTMLElement>(content: unknown): RefObject<Box | null> {
  const box = useRef<Box>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "nearest" });
  }, [content]);
  return box;
}
