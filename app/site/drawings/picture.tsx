import type { ReactNode } from "react";

interface PictureProps {
  readonly top?: number;
  readonly bottom?: number;
  readonly children: ReactNode;
}

/** A large drawing, as wide as its place. The ground is its lower edge: it stands on whatever comes next. */
export function Picture({ top = 40, bottom = 322, children }: PictureProps) {
  return (
    <svg viewBox={`0 ${top} 520 ${bottom - top}`} aria-hidden className="drawing w-full">
      {children}
    </svg>
  );
}

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
