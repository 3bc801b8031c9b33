import { Picture } from "./picture.tsx";

/** A road bike with a half fairing. */
export function RoadBike() {
  return (
    <Picture>
      <g className="text-scenery">
        <path d="M4 200h92M132 200h110M296 200h220M50 200v-34M160 200v-34M470 200v-34M4 176h90M140 176h90M440 176h76" />
      </g>
      <Wheel x={120} />
      <Wheel x={404} />
      <Frame />
      <Engine />
      <Body />
      <Front />
    </Picture>
  );
}

function Wheel({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 256)`}>
      <circle r="65" className="fill-ground" />
      <circle r="62" className="stroke-5" />
      <circle r="46" />
      <path d="M-4-14l-8-31M4-14l8-31M13 1l29-12M12 8l31 8M5 15l20 40M-1 16l-2 44M-12 8l-31 8M-13 1l-29-12" />
      <circle r="29" />
      <circle r="23" strokeDasharray="1 7" className="stroke-3" />
      <circle r="14" className="fill-ground" />
      <circle r="5" />
    </g>
  );
}

function Frame() {
  return (
    <>
      <path className="fill-ground" d="M220 226l-104 22v16l106-14z" />
      <circle cx="120" cy="256" r="7" className="fill-ground" />
      <path className="fill-ground" d="M338 140l12 12-96 66-22 36-20-4 10-36z" />
      <path d="M196 168l-8 56M208 168l-8 56M194 180l13 2M193 192l13 2M192 204l13 2" />
    </>
  );
}

function Engine() {
  return (
    <>
      <path className="fill-ground" d="M240 222l22-44 52-18 14 40-12 20 8 20-10 30h-78c-14 0-20-10-18-24z" />
      <path d="M262 178l16 44M278 172l15 44M294 166l15 42M256 192l66-20M250 206l74-22" />
      <circle cx="262" cy="246" r="19" />
      <circle cx="262" cy="246" r="11" />
      <path d="M324 176c20 4 26 24 20 48s-14 44-30 58h-62M318 196c8 10 8 40-14 74" />
      <path className="fill-ground" d="M252 282h-30l-92 2-6 10 6 10 94-4 28-6z" />
      <path d="M146 284v20M222 280v22M206 262l-8 10h24" />
    </>
  );
}

function Body() {
  return (
    <>
      <path
        className="fill-ground"
        d="M62 122c30 2 60 10 92 20l60 8 20 10-8 26c-30 0-50-6-70-18-34-8-66-22-94-46z"
      />
      <path d="M84 138c40 14 84 20 128 22M50 152l22-4 22 22" />
      <path
        className="fill-ground"
        d="M60 112c26-2 54 6 78 16 10 6 22 8 34 10h46l10 16c-30 4-60 0-86-10-34-10-62-18-82-32z"
      />
      <path
        className="fill-ground"
        d="M214 156c2-32 24-50 58-54 28-2 54 8 70 28l-12 18-44 18c-26 8-52 4-72-10z"
      />
      <path d="M230 152c20-6 66-14 100-12M268 102l6-6h16l6 8" />
    </>
  );
}

function Front() {
  return (
    <>
      <path className="fill-ground" d="M350 148l13-6 46 110-12 6z" />
      <path d="M372 194l13-5" />
      <path
        className="fill-ground"
        d="M342 210c14-22 38-32 64-30 28 2 50 18 60 42l-10 2c-12-18-30-28-50-28-22 0-40 8-52 22z"
      />
      <path className="fill-ground" d="M322 168l-6-40 28-30c24-8 44 8 58 34l8 20-22 16-20 46-26 20-8-40z" />
      <path className="fill-ground" d="M336 102l22-30c24 12 40 34 46 62l-14-6c-10-14-26-24-54-26z" />
      <path className="fill-ground" d="M384 138l22 6 4 10-18 10-14-12z" />
      <path d="M330 174l40-14M344 98l-12 34" />
      <path d="M338 116l-18-12-16 2M344 108l14-30M352 70l-8-8" />
      <path className="stroke-7" d="M300 107l-20 6" />
      <path className="fill-ground" d="M330 66l20-8 10 8-4 10-22 2z" />
    </>
  );
}
