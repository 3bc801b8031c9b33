import { useRef } from "react";

interface Seen<Thing> {
  /** What was shown when somebody began to choose; what has come in since is not what they decided on. */
  readonly seen: () => Thing;
  /** Somebody begins to choose. */
  readonly begin: () => void;
}

/** For a control that opens: while it is open, what it is about may change behind it. */
export function useSeen<Thing>(shown: Thing): Seen<Thing> {
  const atBeginning = useRef<Thing | null>(null);
  return {
    seen() {
      const thing = atBeginning.current ?? shown;
      atBeginning.current = null;
      return thing;
    },
    begin() {
      atBeginning.current = shown;
    },
  };
}

/** When somebody begins to choose from a list that may open. */
export function choosing(begin: () => void) {
  return {
    onPointerDown: begin,
    onKeyDown({ currentTarget }: { readonly currentTarget: Element }) {
      if (!isOpen(currentTarget)) begin();
    },
  };
}

function isOpen(control: Element): boolean {
  return CSS.supports("selector(:open)") && control.matches(":open");
}
