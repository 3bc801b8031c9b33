import { Picture } from "./picture.tsx";

/** A front differential, pulled apart along its axle as in a parts book. */
export function ExplodedDiff() {
  return (
    <Picture bottom={352}>
      <path d="M2 184h516M342 330V120" strokeDasharray="14 5 2 5" className="text-scenery" />
      <Shaft />
      <Ring x={92} wide={9} high={26} />
      <Ring x={122} wide={13} high={36} />
      <Cover />
      <RingGear />
      <Carrier />
      <Housing />
      <Pinion />
      <Numbers />
    </Picture>
  );
}

function Shaft() {
  return (
    <>
      <path className="fill-ground" d="M8 174h34l4-10h16v40H46l-4-10H8a4 10 0 0 1 0-20z" />
      <path d="M12 179h26M12 184h26M12 189h26M42 174v20" />
      <ellipse cx="62" cy="184" rx="6" ry="20" className="fill-ground" />
      <ellipse cx="62" cy="184" rx="3" ry="9" />
    </>
  );
}

interface RingProps {
  readonly x: number;
  readonly wide: number;
  readonly high: number;
}

/** A seal or a bearing, seen from the side. */
function Ring({ x, wide, high }: RingProps) {
  return (
    <g transform={`translate(${x} 184)`}>
      <path className="fill-ground" d={`M0 ${-high}h8a${wide} ${high} 0 0 1 0 ${2 * high}H0`} />
      <ellipse rx={wide} ry={high} className="fill-ground" />
      <ellipse rx={wide * 0.76} ry={high * 0.78} strokeDasharray="3 5" />
      <ellipse rx={wide * 0.5} ry={high * 0.55} />
    </g>
  );
}

function Cover() {
  return (
    <g transform="translate(178 184)">
      <path className="fill-ground" d="M0-92h12a28 92 0 0 1 0 184H0" />
      <ellipse rx="28" ry="92" className="fill-ground" />
      <ellipse rx="21" ry="72" />
      <path className="fill-ground" d="M-4-34h-12a11 34 0 0 0 0 68h12z" />
      <ellipse cx="-16" rx="10" ry="34" className="fill-ground" />
      <ellipse cx="-16" rx="5" ry="20" />
      <path d="M-4-44l2-24M6-40l8-22M-4 44l2 24M6 40l8 22" />
      <path
        d="M0-82v.1M17-60v.1M24-22v.1M24 22v.1M17 60v.1M0 82v.1M-17 60v.1M-17-60v.1M-24-22v.1M-24 22v.1"
        className="stroke-5"
      />
    </g>
  );
}

function RingGear() {
  return (
    <g transform="translate(252 184)">
      <path className="fill-ground" d="M0-70h12a22 70 0 0 1 0 140H0" />
      <ellipse rx="22" ry="70" className="fill-ground" />
      <ellipse
        rx="19"
        ry="63"
        pathLength="224"
        strokeDasharray="4 4"
        strokeLinecap="butt"
        className="stroke-7"
      />
      <ellipse rx="15" ry="50" />
      <ellipse rx="9" ry="30" />
      <path d="M0-40v.1M10-24v.1M10 24v.1M0 40v.1M-10 24v.1M-10-24v.1" className="stroke-4" />
    </g>
  );
}

function Carrier() {
  return (
    <g transform="translate(308 184)">
      <path className="fill-ground" d="M0-46h40a14 46 0 0 1 0 92H0" />
      <ellipse rx="14" ry="46" className="fill-ground" />
      <path
        className="fill-ground"
        d="M0-16h-14a5 16 0 0 0 0 32H0a5 16 0 0 0 0-32zM52-14h16a5 14 0 0 1 0 28H52"
      />
      <path className="fill-ground" d="M16-28h22a8 28 0 0 1 0 56H16a8 28 0 0 1 0-56z" />
      <path d="M22-28l12 10v-10M22 28l12-10v10M16 0h30M20-12l20 24M20 12l20-24" />
    </g>
  );
}

function Housing() {
  return (
    <g transform="translate(424 184)">
      <path
        className="fill-ground"
        d="M0-92c30 2 44 18 50 44l6 22h20a8 26 0 0 1 0 52H56l-6 22c-6 26-20 42-50 44"
      />
      <ellipse cx="76" rx="8" ry="26" />
      <ellipse rx="28" ry="92" className="fill-ground" />
      <ellipse rx="21" ry="74" />
      <ellipse cx="8" rx="10" ry="38" />
      <ellipse cx="10" rx="5" ry="20" />
      <path d="M36-70l14-8 8 12-10 12M36 70l14 8 8-12-10-12" />
      <path
        d="M0-83v.1M17-62v.1M24-22v.1M24 22v.1M17 62v.1M0 83v.1M-17 62v.1M-17-62v.1M-24-22v.1M-24 22v.1"
        className="stroke-5"
      />
    </g>
  );
}

function Pinion() {
  return (
    <g transform="translate(342 262)">
      <path className="fill-ground" d="M-9 12h18v52H-9zM-12 34h24v12h-24z" />
      <path className="fill-ground" d="M-14-14h28l12 24a26 8 0 0 1-52 0z" />
      <ellipse cy="-14" rx="14" ry="4" />
      <path d="M-14-12l-8 24M-7-10l-4 27M0-10v28M7-10l4 27M14-12l8 24M-4 48v16M4 48v16" />
    </g>
  );
}

/** The numbers of the parts book. */
function Numbers() {
  return (
    <g className="text-accent">
      <path d="M54 150V96M178 84V66M252 108V82M326 132V74M424 84V66M374 280h26" className="text-scenery" />
      {numbers.map(([label, x, y]) => (
        <g key={label} transform={`translate(${x} ${y})`}>
          <circle r="13" className="fill-ground" />
          <path d={label} />
        </g>
      ))}
    </g>
  );
}

const numbers = [
  ["M-3-3l4-4V7", 54, 84],
  ["M-4-3c0-6 8-6 8 0 0 4-8 5-8 10h8", 178, 54],
  ["M-4-6h8l-5 5c7 0 7 8 1 8-2 0-4-1-5-3", 252, 70],
  ["M3 7V-7l-8 9H5", 326, 62],
  ["M4-7h-7l-1 6c9-3 10 8 3 8-2 0-3-1-4-2", 424, 54],
  ["M3-7c-5 1-7 5-7 9 0 7 9 7 9 1 0-5-7-6-9-1", 412, 280],
] as const;
