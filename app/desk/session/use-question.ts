import { useEffect, useRef, useState } from "react";

type Ask = () => Promise<boolean>;

export interface Question {
  readonly isOpen: boolean;
  /** A new number each time, as a key for what is asked. */
  readonly asked: number;
  readonly answer: (isYes: boolean) => void;
}

/** A dialog that calls open by themselves. `register` is told how to ask, and returns how to take that back. */
export function useQuestion(register: (ask: Ask) => () => void): Question {
  const [asked, setAsked] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const settle = useRef<(isYes: boolean) => void>(() => {});

  useEffect(
    () =>
      register(() => {
        setAsked((count) => count + 1);
        setIsOpen(true);
        return new Promise((resolve) => (settle.current = resolve));
      }),
    [register],
  );

  const answer = (isYes: boolean) => {
    setIsOpen(false);
    settle.current(isYes);
  };
  return { isOpen, asked, answer };
}
