import { Picture } from "./picture.tsx";

/** The store: what came off is cleaned, graded and tagged, and has its place on the shelf. */
export function PartsShelf() {
  return (
    <Picture>
      <UpperShelf />
      <MiddleShelf />
      <LowerShelf />
      <path className="fill-ground" d="M8 44h8v278H8zM504 44h8v278h-8z" />
      <path className="fill-ground" d="M16 128h488v8H16zM16 216h488v8H16zM16 304h488v8H16z" />
      <Tag x={146} y={132} />
      <Tag x={252} y={220} />
      <Tag x={432} y={132} />
    </Picture>
  );
}

function UpperShelf() {
  return (
    <>
      <Wheel x={104} />
      <Wheel x={66} />
      <path d="M190 128v-34M184 94h12M176 128h28" />
      <path d="M162 78l20-6 6 22h6l6-22 20 6" />
      <path d="M162 78l-14 6M220 78l14 6" className="stroke-7" />
      <path className="fill-ground" d="M276 128c-10-6-14-18-8-30 10-20 34-30 66-28 26 2 42 14 46 34l4 24z" />
      <path d="M308 71v-9h22v9M290 110c18-14 44-18 74-10" />
      <path
        className="fill-ground"
        d="M420 128c-6-16-4-38 6-50 16-8 38-6 50 6 6 14 6 30 0 44zM410 92h10M410 104h8"
      />
      <path d="M434 84c-6 12-6 26-2 38M446 96c8-4 16-2 20 4" />
    </>
  );
}

function Wheel({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 91)`}>
      <circle r="35" className="fill-ground" />
      <circle r="33" pathLength="110" strokeDasharray="6 4" strokeLinecap="butt" className="stroke-7" />
      <circle r="19" />
      <circle r="6" />
      <path d="M0-12v.1M12 0h.1M0 12v.1M-12 0h.1" className="stroke-4" />
    </g>
  );
}

function MiddleShelf() {
  return (
    <>
      <path className="fill-ground" d="M34 216h66l5-14-6-18h-16l-4-34H48l2 34H34l-7 16z" />
      <path d="M46 158h36M46 166h36M47 174h35M52 150v-8h24v8" />
      <circle cx="66" cy="201" r="9" />
      <path d="M84 166l16-4v-10h10M46 160l-12 4-8 18 4 18" />
      <path
        className="fill-ground"
        d="M150 216l-8-20 16-24h44l16 24-8 20zM142 190h-18v12h18M218 190h18v12h-18"
      />
      <circle cx="180" cy="194" r="13" />
      <path d="M180 185v.1M189 194h.1M180 203v.1M171 194h.1" className="stroke-4" />
      <Shock x={284} />
      <Shock x={316} />
      <path className="fill-ground" d="M350 216v-50h64v50zM426 216v-34h62v34z" />
      <path d="M374 166v16h16v-16M360 206h16M426 194h62M452 182v8h10v-8" />
    </>
  );
}

function Shock({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 146)`}>
      <circle r="5" />
      <path d="M0 5v7M-9 12H9M-8 12l16 9-16 9 16 9-16 9 16 8M-9 56H9M0 56v14M-7 70H7" />
    </g>
  );
}

function LowerShelf() {
  return (
    <>
      <path className="fill-ground" d="M32 304v-16c-6-18 2-30 20-32 32-4 52 8 84 8h40c14 0 22 8 22 22v18z" />
      <path d="M34 288c30 6 60 2 92 2h72" />
      <rect x="222" y="282" width="96" height="22" rx="11" className="fill-ground" />
      <rect x="228" y="260" width="84" height="22" rx="11" className="fill-ground" />
      <path d="M240 289v8M258 289v8M276 289v8M294 289v8M246 267v8M264 267v8M282 267v8" />
      <path className="fill-ground" d="M340 304v-56h68v56z" />
      <path d="M340 258h68M340 294h68M352 258v36M364 258v36M376 258v36M388 258v36M398 258v36M350 248v-8h12v8" />
      <circle cx="456" cy="272" r="32" className="fill-ground" />
      <circle cx="456" cy="272" r="12" />
      <path
        d="M456 250v.1M472 257v.1M478 272v.1M472 288v.1M456 294v.1M440 288v.1M434 272v.1M440 257v.1"
        className="stroke-4"
      />
    </>
  );
}

interface TagProps {
  readonly x: number;
  readonly y: number;
}

/** Hangs from the shelf above it: grade A. */
function Tag({ x, y }: TagProps) {
  return (
    <g transform={`translate(${x} ${y})`} className="text-accent">
      <path d="M0 0v10" />
      <path className="fill-ground" d="M-9 16l9-8 9 8v22H-9z" />
      <path d="M-4 33l4-13 4 13M-3 29h6" />
    </g>
  );
}
