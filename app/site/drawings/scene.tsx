import type { ReactNode } from "react";

interface SceneProps {
  readonly children: ReactNode;
}

/** One picture of a story: 160 wide with the ground at 104, so that side by side they make one strip. */
export function Scene({ children }: SceneProps) {
  return (
    <svg viewBox="0 0 160 112" aria-hidden className="drawing w-full stroke-2">
      <path d="M0 104h160" />
      {children}
    </svg>
  );
}
