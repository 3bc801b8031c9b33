import { Picture } from "./picture.tsx";

interface FarmQuadProps {
  /** Who sits on it. */
  readonly rider?: "kea" | "dog";
}

/** A farm quad in a paddock. */
export function FarmQuad({ rider = "kea" }: FarmQuadProps) {
  return (
    <Picture>
      <g className="text-scenery">
        <path d="M6 232C60 190 96 172 140 176s30-56 132-66c44-4 60-18 80-18 44 2 70 30 92 66 18 28 40 44 70 52M416 118c30-10 70-14 98-12" />
      </g>
      <path d="M14 322l4-9M22 322l2-12M30 322l6-8M488 322l4-10M498 322l1-12M506 322l6-9" />
      <path className="fill-ground" d="M54 222h46a7 7 0 0 1 0 18H54z" />
      <path d="M192 250l-60 10M352 176l34 66M364 172l34 66M355 190l15-6M361 202l15-6M367 214l15-6" />
      <Wheel x={124} />
      <Wheel x={396} />
      <Body />
      <Seat />
      <Steering />
      <Racks />
      {rider === "kea" ? <PerchedKea x={380} y={121} /> : <Dog />}
    </Picture>
  );
}

function Wheel({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 258)`}>
      <circle r="60" className="fill-ground" />
      <circle r="61" strokeLinecap="butt" strokeDasharray="9 6.97" className="stroke-7" />
      <circle r="52" />
      <circle r="32" />
      <circle r="26" />
      <circle r="9" />
      <path d="M0-17v-7M17 0h7M0 17v7M-17 0h-7M-12-12l-5-5M12-12l5-5M-12 12l-5 5M12 12l5 5" />
    </g>
  );
}

function Body() {
  return (
    <>
      <path
        className="fill-ground"
        d="M36 214c2-30 22-56 56-64l112-6c10 0 16 6 18 14l10 46c2 8 8 12 16 12h52l20-44c8-18 22-28 42-30l60-2c30 4 48 24 54 60l-18 4c-8-28-28-42-58-42-36 0-56 22-66 56l-10 34h-120c-14 0-16-8-18-18-6-44-32-74-70-74-34 0-58 22-66 60z"
      />
      <path d="M206 250c-6-8-8-24-12-36-10-30-34-52-66-56M330 218c10-36 34-58 68-58M248 226h56M252 234h48" />
      <path d="M236 204v-10l10-8v-26M292 204l-4-26 12-6v-14M246 166h42M246 174h42M246 182h42M250 158v-6h34v6" />
      <circle cx="266" cy="200" r="11" />
    </>
  );
}

function Seat() {
  return (
    <>
      <path
        className="fill-ground"
        d="M98 148c-8-14-2-26 14-28 24-2 40 6 60 8h64c14 0 22 4 26 14l4 14c-40 10-110 0-168-8z"
      />
      <path d="M108 138c34 0 62 10 98 10h48" />
      <path className="fill-ground" d="M254 156c0-22 18-44 50-46 24 0 46 8 66 30l-46 6c-16 2-26 12-34 28z" />
      <path d="M274 126c20 2 44 8 62 20M262 144c14 2 22 6 32 16" />
    </>
  );
}

function Steering() {
  return (
    <>
      <path d="M308 112l-10-26M290 74l-16 3M284 82l-12 9" />
      <path className="stroke-7" d="M258 80l14-2.5" />
      <path className="fill-ground" d="M290 66h24l9 12-7 10h-20z" />
      <path d="M300 72h10" />
    </>
  );
}

function Racks() {
  return (
    <>
      <path d="M24 124h84M24 132h80M24 118v18M46 132l10 28M86 132l6 18M46 124v8M66 124v8M86 124v8" />
      <path d="M344 122h106M352 130h98M450 116v18M366 130l2 12M424 130l-4 14M372 122v8M396 122v8M420 122v8" />
      <path className="fill-ground" d="M426 160l20 5c6 9 6 17 2 23l-20-4z" />
      <path d="M460 224l16-10V154l-14-14h-10M476 178h-26M476 200h-16" />
    </>
  );
}

/** A heading dog on the carrier, ready before the quad is. */
function Dog() {
  return (
    <>
      <path d="M44 112c-12 2-22-4-26-14" />
      <path
        className="fill-ground"
        d="M46 124c-4-14 0-28 10-40 8-10 12-16 12-24 2-10 10-16 20-15l4-7 6 9c4 3 8 6 14 8l2 7c-5 4-12 6-20 5l-6 7c2 14 2 30 2 50z"
      />
      <path d="M46 124c0-16 10-24 22-20 8 4 8 14 4 20M80 124V98M76 52c-5 4-8 12-6 20M72 76c6 4 12 4 18 0" />
      <circle cx="95" cy="54" r="1.5" className="fill-current" />
      <path d="M112 55h1" className="stroke-4" />
    </>
  );
}

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
