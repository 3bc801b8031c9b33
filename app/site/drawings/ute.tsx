import { PerchedKea } from "./farm-quad.tsx";
import { Picture } from "./picture.tsx";

interface UteWithTrailerProps {
  /** What stands on the trailer; nothing on the way there. */
  readonly load?: keyof typeof loads;
}

const loads = {
  quad: { Machine: SmallQuad, straps: "M40 196L18 258M176 196l22 62" },
  bike: { Machine: SmallBike, straps: "M130 134L16 258M136 134l62 124" },
} as const;

/** A ute that takes a dead machine away. */
export function UteWithTrailer({ load }: UteWithTrailerProps) {
  return (
    <Picture top={96}>
      <path
        className="text-scenery"
        d="M4 214c50-46 92-62 128-58s60-48 116-52 76 50 120 46 96-44 148-30M60 322v-40M20 322v-40M4 292h70"
      />
      {load !== undefined && <Load {...loads[load]} />}
      <Trailer />
      <Ute />
    </Picture>
  );
}

function Load({ Machine, straps }: (typeof loads)[keyof typeof loads]) {
  return (
    <>
      <Machine />
      <path d={straps} strokeDasharray="5 5" />
    </>
  );
}

/** The part has come: a parcel below the letterbox, watched by a kea, and the ute drives on. */
export function RuralDelivery() {
  return (
    <Picture top={104}>
      <path
        className="text-scenery"
        d="M2 250c44-40 84-56 116-50M214 152c36-6 58 4 82 18s46 18 70 14M466 168c18-2 34-2 50 0M14 322v-50M56 322v-50M2 282h84M2 298h84"
      />
      <path className="fill-ground" d="M272 230v-34h34v34zM306 230v-22h28v22z" />
      <path d="M289 196v12M320 208v8" />
      <Ute />
      <path className="fill-ground" d="M182 322v-90h10v90z" />
      <path className="fill-ground" d="M150 232v-30c0-12 8-20 20-20h38c12 0 20 8 20 20v30z" />
      <path d="M150 232v-30c0-12 8-20 20-20s20 8 20 20v30M160 214h20M206 232v-28h16v-10h-16v10" />
      <path className="fill-ground" d="M92 322v-44h66v44z" />
      <path d="M116 278v16h18v-16M102 312h14M102 304h8" />
      <PerchedKea x={166} y={182} />
    </Picture>
  );
}

interface UteWheelProps {
  readonly x: number;
  readonly radius: number;
}

/** A wheel of the ute or of its trailer. */
function UteWheel({ x, radius }: UteWheelProps) {
  return (
    <g transform={`translate(${x} ${322 - radius})`}>
      <circle r={radius} className="fill-ground" />
      <circle r={radius - 3} className="stroke-5" />
      <circle r={radius * 0.5} />
      <circle r="4" />
      <path d="M0-6v-7M6 0h7M0 6v7M-6 0h-7" />
    </g>
  );
}

/** A ute that drives to the right. */
function Ute() {
  return (
    <>
      <path
        className="fill-ground"
        d="M262 294v-64h110l0-40c0-8 6-14 14-14h42c10 0 16 4 20 12l20 38 30 8c10 2 14 8 14 18v30l-4 12z"
      />
      <path d="M262 242h110M372 230v62M384 190h36c6 0 10 2 12 6l14 30h-62zM404 190v36M380 240h12" />
      <path d="M262 220v10M282 220v10M302 220v10M322 220v10M342 220v10M262 220h104M356 220v-36h14" />
      <path d="M488 236c12 2 16 6 18 12h-16zM502 270h12M502 282h12M262 252h-8v16h8" />
      <path d="M446 222l8-6v12" />
      <path
        d="M268 294c2-24 14-36 36-36s34 12 36 36M424 294c2-24 14-36 36-36s34 12 36 36"
        className="fill-ground"
      />
      <path d="M346 294h72" />
      <UteWheel x={304} radius={31} />
      <UteWheel x={460} radius={31} />
    </>
  );
}

/** The trailer, whose deck is at 258. */
export function Trailer() {
  return (
    <>
      <path className="fill-ground" d="M14 258h186v26H14z" />
      <path d="M14 270h186M38 258v26M68 258v26M136 258v26M168 258v26M200 280l54 12M200 272l54 16" />
      <path d="M246 284h18v14M236 292v22M230 314h12" />
      <path className="fill-ground" d="M66 284c4-24 18-36 38-36s34 12 38 36z" />
      <path d="M14 258L4 222M4 222h10M14 262v18" />
      <UteWheel x={104} radius={30} />
    </>
  );
}

// As they stand on the trailer: their wheels touch 258.

/** A quad, small. */
export function SmallQuad() {
  return (
    <>
      {[58, 158].map((x) => (
        <g key={x} transform={`translate(${x} 230)`}>
          <circle r="28" className="fill-ground" />
          <circle r="27" className="stroke-5" pathLength="120" strokeDasharray="7 3" strokeLinecap="butt" />
          <circle r="13" />
          <circle r="4" />
        </g>
      ))}
      <path
        className="fill-ground"
        d="M20 206c2-20 16-32 36-34l40 2 14 32h12l16-28c8-10 18-12 34-10 14 2 24 12 28 30l-10 4c-6-14-16-20-30-20-18 0-28 12-34 36H92c-2-24-14-38-34-38-16 0-26 10-30 28z"
      />
      <path className="fill-ground" d="M60 172c-2-10 4-14 14-14h40l10 14 2 8c-24 4-48 0-66-8z" />
      <path d="M126 178c4-14 18-20 38-10M140 166l-6-22M134 144l-14-2M142 138l-10 6M18 158h40M18 164h36M160 158h38M166 164h30" />
    </>
  );
}

/** A motorcycle, small. */
export function SmallBike() {
  return (
    <>
      {[50, 164].map((x) => (
        <g key={x} transform={`translate(${x} 226)`}>
          <circle r="32" className="fill-ground" />
          <circle r="31" className="stroke-4" />
          <circle r="22" />
          <circle r="6" />
          <path
            d="M0-6v-16M6 0h16M0 6v16M-6 0h-16M4-4l11-11M4 4l11 11M-4 4l-11 11M-4-4l-11-11"
            className="stroke-1"
          />
        </g>
      ))}
      <path className="fill-ground" d="M50 226l44-14 4 8-42 14z" />
      <path className="fill-ground" d="M86 204h14l4-22h22l2 20 8 8-6 20H94l-10-10z" />
      <path d="M104 188h22M103 195h24" />
      <circle cx="104" cy="216" r="8" />
      <path className="fill-ground" d="M24 158c20 0 34 4 46 10h44l-6 12-44 4c-16-2-30-12-40-26z" />
      <path className="fill-ground" d="M98 170c0-16 12-24 28-24s24 8 28 18l-8 12c-18 6-36 4-48-6z" />
      <path d="M138 142l26 84M146 140l26 84M134 150l-8-22M126 128l-16-2M148 150l10-6 8 10-8 10" />
      <path d="M148 190c10-4 26 0 34 8" />
    </>
  );
}
