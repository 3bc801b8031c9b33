import { Picture } from "./picture.tsx";

/** A motocross bike. */
export function DirtBike() {
  return (
    <Picture>
      <g className="text-scenery">
        <path d="M4 300C60 250 110 236 150 244s60 30 104 22 60-70 112-88 90 10 150 62" />
      </g>
      <path d="M18 322l4-9M26 322l2-12M486 322l4-10M496 322l1-12M504 322l6-9" />
      <SpokedWheel x={126} y={250} radius={68} knobbly />
      <SpokedWheel x={404} y={246} radius={72} knobbly />
      <DriveAndSwingarm />
      <Engine />
      <FrontEnd />
      <Body />
    </Picture>
  );
}

function DriveAndSwingarm() {
  return (
    <>
      <path className="fill-ground" d="M212 222l-92 20v13l92-12z" />
      <circle cx="126" cy="250" r="21" />
      <circle cx="126" cy="250" r="6" className="fill-ground" />
      <path d="M124 229l86-13M130 271l82-26" strokeDasharray="3 4.5" />
      <path d="M206 158l-18 62M216 162l-18 62M203 168l14 4M200 178l14 4M197 188l14 4M194 198l14 4" />
    </>
  );
}

function Engine() {
  return (
    <>
      <path
        className="fill-ground"
        d="M206 210h34l10-44 34 8-8 42 20 12c6 6 6 16 0 22l-12 16h-66c-12 0-18-8-18-18 0-16 0-28 6-38z"
      />
      <path d="M250 176l34 7M247 186l35 7M245 196l35 7M242 206l35 7" />
      <circle cx="250" cy="240" r="21" />
      <circle cx="250" cy="240" r="13" />
      <circle cx="216" cy="246" r="6" />
      <path d="M322 128l-20 92-14 46h-84M312 150l-18 76" />
      <path d="M206 268l-12 8h26M230 262l-8 26" />
      <path
        className="fill-ground"
        d="M284 184c22-4 34 12 28 34-5 18-20 30-42 34l-4-10c18-4 28-12 31-24 4-14-3-24-15-22z"
      />
    </>
  );
}

function FrontEnd() {
  return (
    <>
      <path className="fill-ground" d="M324 104l13-6 32 68-14 7z" />
      <path className="fill-ground" d="M355 172l14-7 42 78-13 7z" />
      <path d="M320 116l26-12M330 140l26-12" className="stroke-3" />
      <path className="fill-ground" d="M322 96l26-12 18 26-6 34-16 4z" />
      <path d="M336 112l14-4" />
      <path d="M326 98l-10-22M316 76l-12-6-14 2M322 88l16-10" />
      <path className="stroke-7" d="M286 73l-20 5" />
      <path d="M288 80l-22 12" />
      <path className="fill-ground" d="M332 148c36-22 96-24 134 14l-8 5c-30-18-78-18-118-2z" />
      <circle cx="404" cy="246" r="20" />
      <path className="fill-ground" d="M386 222l-9 22 12 6 9-20z" />
    </>
  );
}

function Body() {
  return (
    <>
      <path
        className="fill-ground"
        d="M62 100c20 0 46 6 66 18l14 22-8 26 26 22c30-2 54-12 72-30l18-24-8-24H128C104 100 82 94 58 94z"
      />
      <path className="fill-ground" d="M150 142l58 0-16 34-34 4z" />
      <path d="M142 140l-34-18M166 156h24" />
      <path className="fill-ground" d="M96 150l60 22c6 3 8 8 6 13-2 6-7 8-13 6l-58-22z" />
      <path d="M146 170l-7 19M98 152l-5 16" />
      <path className="fill-ground" d="M112 108c30-10 110-8 150-2l14-4 8 12-30 16c-50-2-100-4-142-12z" />
      <path className="fill-ground" d="M262 108c8-12 24-16 40-14l22 10 12 34-20 14-8 44-22-8-40-58z" />
      <path d="M266 126l46 4 4 22M286 142l12 36M298 96l4-8h12" />
    </>
  );
}

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
