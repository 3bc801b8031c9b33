import { SpokedWheel } from "./dirt-bike.tsx";
import { Picture } from "./picture.tsx";

/** A farm bike with racks, guards and a closed chain case. */
export function FarmBike() {
  return (
    <Picture>
      <g className="text-scenery">
        <path d="M4 214c60-30 120-36 190-24s140-40 320-10M20 296v-66M4 244h110M4 262h110M4 280h110M66 296v-66M470 296v-66M430 244h86M430 262h86M430 280h86" />
      </g>
      <path d="M150 322l4-10M160 322l1-12M168 322l6-8M330 322l4-9M338 322l2-11" />
      <SpokedWheel x={122} y={255} radius={64} hub={22} knobbly />
      <SpokedWheel x={402} y={255} radius={64} hub={20} knobbly />
      <Rear />
      <Engine />
      <Middle />
      <Front />
    </Picture>
  );
}

function Rear() {
  return (
    <>
      <path
        className="fill-ground"
        d="M122 233l96-4c12 0 18 6 18 15s-6 16-18 16l-96 17c-12 0-22-8-22-22s10-22 22-22z"
      />
      <circle cx="122" cy="255" r="13" />
      <path d="M146 247h56" />
      <path className="fill-ground" d="M44 214c10-46 44-70 86-66l30 4-2 14c-48-12-84 6-100 52z" />
      <path d="M170 160l-42 84M182 164l-42 84M166 172l13 6M161 184l13 6M156 196l13 6M150 208l13 6" />
      <path
        d="M40 118h116M40 128h116M40 112v22M58 128l56 34M98 128l40 26M66 118v10M94 118v10M122 118v10"
        className="fill-none"
      />
      <path className="fill-ground" d="M42 146h14v16H44z" />
    </>
  );
}

function Engine() {
  return (
    <>
      <path
        className="fill-ground"
        d="M222 222h26l6-52h40l4 52 14 10c6 8 4 20-4 26l-14 14h-70c-14 0-20-10-18-24 2-12 6-22 16-26z"
      />
      <path d="M250 180h46M249 190h47M248 200h49M247 210h50" />
      <circle cx="258" cy="246" r="18" />
      <circle cx="258" cy="246" r="8" />
      <path d="M326 150l-12 66-8 62h-88" />
      <path
        className="fill-ground"
        d="M296 186c18 2 20 24 8 46l-10 40-100 14-62 2-4-12 62-4 90-14 12-34c6-14 4-24-2-26z"
      />
      <path d="M226 282l-16 12h32M236 276l-24 44h-12" />
      <path d="M306 222l24 6 4 40-26 6M310 246h22" />
    </>
  );
}

function Middle() {
  return (
    <>
      <path className="fill-ground" d="M178 158h66l-10 38-50 6z" />
      <path d="M194 172h36M192 182h34" />
      <path
        className="fill-ground"
        d="M132 136c0-14 10-20 26-18 30 4 58 4 84 2l14 12-8 22c-36 6-80 2-116-8z"
      />
      <path d="M142 136c36 8 72 10 106 6" />
      <path
        className="fill-ground"
        d="M240 154c-4-30 14-50 44-52 22 0 42 12 50 34l-12 16c-26 10-56 12-82 2z"
      />
      <path d="M252 148c20-12 46-16 74-10M276 102l4-8h18l4 9" />
    </>
  );
}

function Front() {
  return (
    <>
      <path className="fill-ground" d="M326 108l13-5 70 150-14 6z" />
      <path d="M344 150l14-6M349 161l14-6M354 172l14-6M359 183l14-6M364 194l14-6" />
      <path
        className="fill-ground"
        d="M328 220c10-40 42-62 80-60 34 2 58 22 66 54l-12 4c-8-26-28-42-56-42-30 0-54 16-66 46z"
      />
      <path d="M346 102l-6 24M400 102l-46 34" />
      <circle cx="362" cy="122" r="19" className="fill-ground" />
      <path d="M366 104v36M379 122h-26M340 118l-12 2" />
      <path d="M338 94h72M338 102h72M410 88v20M374 94v8" />
      <path d="M326 106l-10-28M316 78l-16-12-18 2M322 96l16-18M334 74l10-18" />
      <path className="stroke-7" d="M278 68l-20 3" />
      <path className="fill-ground" d="M304 54c-14-6-32-4-46 4l6 22c12 4 26 2 36-4z" />
      <path d="M282 60l-2 14" />
      <circle cx="346" cy="50" r="8" className="fill-ground" />
    </>
  );
}
