import { Picture } from "./picture.tsx";

/** A race quad, low and wide. */
export function SportQuad() {
  return (
    <Picture>
      <g className="text-scenery">
        <path d="M4 262h60l10-22h44l10 22M300 236h216M320 236v-44M400 236v-44M480 236v-44M300 208h216M300 192h216" />
      </g>
      <path d="M4 312h26M10 302h18" />
      <Chassis />
      <Wheel x={112} y={262} radius={59} />
      <Wheel x={414} y={264} radius={57} />
      <Plastics />
      <Bars />
    </Picture>
  );
}

interface WheelProps {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

function Wheel({ x, y, radius }: WheelProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r={radius} className="fill-ground" />
      <circle r={radius} pathLength="240" strokeDasharray="8 4" strokeLinecap="butt" className="stroke-5" />
      <circle r={radius - 9} />
      <circle r="29" />
      <circle r="24" strokeDasharray="1 8.420" className="stroke-3" />
      <circle r="13" />
      <path d="M0-6v-5M6 0h5M0 6v5M-6 0h-5" />
    </g>
  );
}

function Chassis() {
  return (
    <>
      <path d="M330 236l84 24M330 250l84 16M336 222l-8 36M300 168l-30 80M340 176l-24 84" />
      <path d="M356 168l36 80M372 162l36 80M359 180l17-7M365 192l17-7M370 204l17-7M376 216l17-7M381 228l17-7" />
      <path className="fill-ground" d="M220 226l-108 30v14l110-16z" />
      <path d="M204 176l-30 62M216 180l-30 62M200 190l13 5M195 202l13 5M190 214l13 5" />
      <path
        className="fill-ground"
        d="M222 216h30l6-40h40l-2 42 20 14c6 8 4 18-2 24l-14 16h-74c-12 0-18-10-16-20z"
      />
      <path d="M258 186h40M257 196h40M256 206h40" />
      <circle cx="266" cy="244" r="20" />
      <circle cx="266" cy="244" r="12" />
      <path className="fill-ground" d="M176 276h168l14 10-14 9H176l-8-9z" />
      <path d="M200 276v19M224 276v19M248 276v19M272 276v19M296 276v19M320 276v19" />
    </>
  );
}

function Plastics() {
  return (
    <>
      <path
        className="fill-ground"
        d="M40 148l64-10 60 10 60 26-10 28-40-8c-14-16-36-24-62-22-16 2-30 6-42 14l-10-6c10-12 22-20 34-24z"
      />
      <path d="M104 138l30 26M164 148l14 44" />
      <path className="fill-ground" d="M60 162l58 10c6 2 8 6 7 12s-6 9-12 8l-58-12z" />
      <path d="M108 171l-4 19" />
      <path className="fill-ground" d="M110 136c36-14 100-10 140 8l26-8 8 14-28 22c-50-4-100-18-146-36z" />
      <path d="M126 136c40 2 84 12 124 24" />
      <path className="fill-ground" d="M318 158c20-18 64-14 112 4l40 24-6 8c-30-14-68-16-94-2l-26 26-22-8z" />
      <path d="M372 158c14 6 26 14 34 26M424 166l-16 18" />
      <path
        className="fill-ground"
        d="M248 152c6-24 34-36 60-28l40 20 62 20c-34-2-58 8-74 28l-6 18-16-34-66-14z"
      />
      <path d="M308 124l22 44 34-8M330 168l2 38M262 154l52-4" />
      <path className="fill-ground" d="M424 176l28 12-2 10-28-4z" />
      <path d="M440 206l46 12 8 14-6 14-38 4M486 218l-4 30M448 228l46 4" />
    </>
  );
}

function Bars() {
  return (
    <>
      <path d="M304 128l-12-36M292 92l-18-12-20 2M296 104l-20-14" />
      <path className="stroke-7" d="M250 82l-22 4" />
      <path d="M254 92l-24 12" />
      <path className="fill-ground" d="M300 76l26 4 14 40-24 4z" />
      <path d="M314 90l6 18" className="stroke-3" />
    </>
  );
}
