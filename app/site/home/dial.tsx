import { useSweep } from "./use-sweep.ts";

interface DialProps {
  /** From 0 to 100. */
  readonly value: number;
}

const marks = Array.from({ length: 11 }, (_, index) => index * 10);

/** Zero stands at eight o'clock, a hundred at four. */
const angleOf = (value: number) => value * 2.4 - 120;

const arc = "M18.43 84A48 48 0 1 1 101.57 84";

/** One instrument of the cluster. The reading stands beside it as text. */
export function Dial({ value }: DialProps) {
  const needle = useSweep<SVGGElement>(value * 2.4);
  return (
    <svg viewBox="4 6 112 84" aria-hidden className="drawing w-full stroke-2">
      <path d={arc} className="text-deep-line stroke-5" strokeLinecap="butt" />
      <path
        d={arc}
        pathLength="100"
        strokeDasharray={`${value} 100`}
        strokeLinecap="butt"
        className="text-deep-accent stroke-5"
      />
      {marks.map((mark) => (
        <path
          key={mark}
          d={mark % 50 === 0 ? "M60 19v9" : "M60 19v5"}
          transform={`rotate(${angleOf(mark)} 60 60)`}
        />
      ))}
      <g transform={`rotate(${angleOf(value)} 60 60)`}>
        <g ref={needle} className="dial-needle">
          <path d="M58 66l2-38 2 38z" className="fill-current" />
        </g>
      </g>
      <circle cx="60" cy="60" r="5" className="fill-deep-raised" />
    </svg>
  );
}
