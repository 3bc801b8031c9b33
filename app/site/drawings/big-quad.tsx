import { Picture } from "./picture.tsx";

/** A big-bore quad with bumper and winch. */
export function BigQuad() {
  return (
    <Picture>
      <g className="text-scenery">
        <path d="M4 210l46-34 30 16 62-70 40 36 34-22 60 44M330 150l58-40 40 30 30-16 58 46M30 176v-22l-12 8 12-22 12 22-12-8" />
      </g>
      <path d="M16 322l4-9M24 322l2-12M492 322l4-10M502 322l1-12" />
      <Underside />
      <Wheel x={120} />
      <Wheel x={400} />
      <Body />
      <Seat />
      <Front />
      <Bars />
    </Picture>
  );
}

function Wheel({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 258)`}>
      <circle r="61" className="fill-ground" />
      <circle r="60" pathLength="220" strokeDasharray="7 4" strokeLinecap="butt" className="stroke-7" />
      <circle r="49" />
      <circle r="36" />
      <circle r="31" />
      <path d="M-5-12l-6-17M5-12l6-17M12-5l17-6M12 5l17 6M5 12l6 17M-5 12l-6 17M-12 5l-17 6M-12-5l-17-6" />
      <circle r="13" />
      <circle r="5" />
    </g>
  );
}

function Underside() {
  return (
    <>
      <path d="M176 246l-56 6M176 262l-56 4M344 244l56 8M344 262l56 2M338 254h30l6 6h26" />
      <path d="M188 176l-36 62M200 180l-36 62M184 190l13 6M178 201l13 6M172 212l13 6M166 223l13 6" />
      <path d="M356 178l24 58M368 174l24 58M360 190l13-6M364 201l13-6M368 212l13-6" />
      <path className="fill-ground" d="M40 214l48-8 4 18-50 6a8 8 0 0 1-2-16z" />
      <path d="M30 254h38M30 246v16" />
    </>
  );
}

function Body() {
  return (
    <>
      <path
        className="fill-ground"
        d="M28 196l14-38 40-16 112-2 26 24 10 46 12 18h56l16-18 18-46 34-24 96-6 28 18 14 34-4 8-20-2-22-22-44-8-36 8-22 28-16 70H200l-16-66-24-30-40-8-42 8-26 30-8 16-18-4z"
      />
      <path d="M200 270c-6-10-10-38-20-60l-24-28M340 264c2-20 8-38 18-52M222 252h96M226 261h88" />
      <path className="fill-ground" d="M232 164h66l10 22-10 46h-54l-14-20z" />
      <path d="M244 176h44M242 186h52M242 196h54M244 206h48" />
      <circle cx="270" cy="220" r="9" />
      <path d="M60 156l24 16M82 142l22 28M420 142l-16 28" />
    </>
  );
}

function Seat() {
  return (
    <>
      <path className="fill-ground" d="M92 142l4-24 14-6 46 2 22 16 66 2 16 22-4 12c-52 6-120-4-164-24z" />
      <path d="M104 128l46 2 24 16 72 4M96 118l46 2" />
      <path d="M20 122h70M20 132h72M20 116v22M44 122v10M68 122v10M44 132l14 24M78 132l8 12" />
    </>
  );
}

function Front() {
  return (
    <>
      <path className="fill-ground" d="M252 158l10-34 30-22 44 2 34 26-4 12-60 8-26 30z" />
      <path d="M292 102l20 28 58 0M268 150l38-12M276 160l30-16" />
      <path d="M352 122h102M360 132h94M454 116v22M382 122v10M408 122v10M434 122v10M372 132l4 12M430 132l-6 10" />
      <path className="fill-ground" d="M424 150l30 4 12 16-6 6-32-6z" />
      <path d="M434 158l18 4" />
      <path className="fill-ground" d="M456 190h26v26h-26z" />
      <circle cx="469" cy="203" r="6" />
      <path d="M448 152l36-8 14 16v62l-14 10h-26M484 144v88M484 186h14M498 206l8 4v6" />
    </>
  );
}

function Bars() {
  return (
    <>
      <path d="M302 102l-14-26M288 72l-18-6-16 2M292 84l-22 8" />
      <path className="stroke-7" d="M248 69l-20 4" />
      <path d="M250 78l-22 10" />
      <path className="fill-ground" d="M288 60l30 4 8 16-12 10-24-4z" />
      <path d="M298 68l16 4" />
    </>
  );
}
