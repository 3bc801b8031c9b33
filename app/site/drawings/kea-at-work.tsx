import { Picture } from "./picture.tsx";

/** A kea on a stack of tyres with somebody's spanner in its beak. */
export function KeaAtWork() {
  return (
    <Picture>
      <path className="text-scenery" d="M2 262l58-62 26 22 50-66 34 36M350 168l44-60 38 52 24-26 62 76" />
      <LeaningWheel />
      <Tyres />
      <Toolbox />
      <Spanner />
      <Kea />
    </Picture>
  );
}

function Kea() {
  return (
    <>
      <path d="M262 246v18M282 252v12M250 272c1-8 10-8 12 0M262 272c1-8 10-8 12 0M272 272c1-8 10-8 12 0M284 272c1-8 9-8 10 0" />
      <path
        className="fill-ground"
        d="M216 92c4-20 22-32 42-28 20 3 30 20 36 44 24 28 44 64 54 100l46 92-30-6c-24-8-46-16-62-30-20 4-38 0-52-12-24-18-36-44-36-72 0-16 2-30 8-42z"
      />
      <path
        className="fill-ground"
        d="M216 92c-18-2-34 8-40 26-4 12-2 24 4 32 4-12 12-22 24-26l20-2c4-12 2-22-8-30z"
      />
      <path d="M204 124c-2 10 4 18 18 16M192 104c6-2 12-2 18 2" />
      <circle cx="242" cy="94" r="9" />
      <circle cx="242" cy="94" r="3" className="fill-current" />
      <path className="fill-ground" d="M276 118c-22 36-14 92 34 122 14 8 28 14 44 16-2-52-30-108-78-138z" />
      <path d="M268 146c4 8 12 8 15 0 3 8 11 8 14 0M264 164c4 8 12 8 15 0 3 8 11 8 15 0 3 8 11 8 14 0M265 182c4 8 12 8 15 0 3 8 11 8 15 0 3 8 11 8 15 0 3 7 10 7 13 0" />
      <path d="M280 206l42 40M296 204l42 48M314 204l34 48M366 264l14 28M350 262l12 24" />
      <path d="M226 158c4 4 4 10 0 14M222 184c5 4 5 10 1 14M230 210c5 3 6 9 3 13M246 230c5 2 7 7 5 11" />
    </>
  );
}

function Spanner() {
  return (
    <path
      className="fill-ground"
      d="M212 116l-96 22c-6-10-18-14-30-10l14 12-4 16-18 2c8 10 22 12 32 4 4-4 7-8 7-12l98-22z"
    />
  );
}

function Tyres() {
  return (
    <>
      <rect x="204" y="272" width="132" height="25" rx="12" className="fill-ground" />
      <rect x="196" y="297" width="148" height="25" rx="12" className="fill-ground" />
      <path d="M222 280v9M238 280v9M254 280v9M270 280v9M286 280v9M302 280v9M318 280v9M214 305v9M232 305v9M250 305v9M268 305v9M286 305v9M304 305v9M324 305v9" />
    </>
  );
}

function LeaningWheel() {
  return (
    <g transform="translate(112 258)">
      <circle r="60" className="fill-ground" />
      <circle r="60" pathLength="200" strokeDasharray="6 4" strokeLinecap="butt" className="stroke-7" />
      <circle r="51" />
      <circle r="29" />
      <circle r="23" />
      <circle r="9" />
      <path d="M0-16v.1M14-8v.1M14 8v.1M0 16v.1M-14 8v.1M-14-8v.1" className="stroke-4" />
    </g>
  );
}

function Toolbox() {
  return (
    <g transform="translate(14)">
      <path d="M424 276l-10-52 8-6 8 6 2 52M448 276v-44h-6v-14h18v14h-6v44M470 276l10-40c-8-6-6-18 2-22l2 12 8 2 4-10c6 6 4 18-6 22l-12 36" />
      <path className="fill-ground" d="M398 276h104v46H398z" />
      <path d="M398 290h104M438 290v8h24v-8" />
    </g>
  );
}
