interface PerchedKeaProps {
  readonly x: number;
  /** Where its feet are. */
  readonly y: number;
}

/** A kea that has its eye on something down to the left. */
export function PerchedKea({ x, y }: PerchedKeaProps) {
  return (
    <g transform={`translate(${x} ${y - 69})`}>
      <path
        className="fill-ground"
        d="M13 12C15 3 28 0 34 9c8 9 15 20 19 34l9 20-12-3c-4-2-9-4-15-5C22 53 16 44 17 33c0-4 1-6 2-9l-3-2c-4 0-8 2-11 6-3-8 1-15 8-16z"
      />
      <path d="M24 27c-3 12 3 23 20 27 2-11-7-22-20-27zM29 35c3 6 7 9 12 12M12 18c2 0 3 1 4 4M28 54v15M36 55v14M24 69h7M33 69h7" />
      <circle cx="22" cy="13" r="1.5" className="fill-current" />
    </g>
  );
}
