interface WeekPlotProps {
  /** What it shows, in words, for who cannot see it. */
  readonly label: string;
  /** One per week, oldest first; the last week is not over. Null where there is nothing. */
  readonly values: readonly (number | null)[];
  /** What the mouse reads off each. */
  readonly titles: readonly string[];
  readonly top: number;
}

const [slot, bar, height] = [20, 14, 64];

/** Weeks as columns. The numbers stand in the table under it. */
export function WeekPlot({ label, values, titles, top }: WeekPlotProps) {
  const width = values.length * slot;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height + 2}`} className="w-full">
      {values.map((value, week) => {
        const tall = value === null || top === 0 ? 0 : Math.max((value / top) * height, value > 0 ? 1 : 0);
        const isCurrent = week === values.length - 1;
        const x = week * slot + (slot - bar) / 2;
        return (
          <g key={titles[week]}>
            <title>{titles[week]}</title>
            <rect x={x} width={bar} height={height} className="fill-surface-sunken" />
            <rect
              x={x}
              y={height - tall}
              width={bar}
              height={tall}
              className={isCurrent ? "fill-brand/55" : "fill-brand"}
            />
          </g>
        );
      })}
      <path d={`M0 ${height + 1}H${width}`} className="stroke-line-strong" />
    </svg>
  );
}
