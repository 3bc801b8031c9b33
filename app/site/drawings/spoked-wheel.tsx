interface SpokedWheelProps {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Of the hub: big with a drum brake, small with discs. */
  readonly hub?: number;
  /** Blocks on the tyre, for grass and mud. */
  readonly knobbly?: boolean;
}

const spokes = Array.from({ length: 8 }, (_, index) => index * 22.5);

/** A wheel of a dirt or farm bike. */
export function SpokedWheel({ x, y, radius, hub = 9, knobbly = false }: SpokedWheelProps) {
  const rim = radius * 0.76;
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r={radius} className="fill-ground" />
      {knobbly && (
        <circle
          r={radius + 1}
          pathLength="280"
          strokeDasharray="6 4"
          strokeLinecap="butt"
          className="stroke-7"
        />
      )}
      <circle r={rim + 5} />
      <circle r={rim} />
      {spokes.map((angle) => (
        <path
          key={angle}
          d={`M${hub} 0H${rim}M${-hub} 0H${-rim}`}
          transform={`rotate(${angle + 11})`}
          className="stroke-1"
        />
      ))}
      <circle r={hub} className="fill-ground" />
      <circle r="4" />
    </g>
  );
}
