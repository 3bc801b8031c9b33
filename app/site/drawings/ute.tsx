interface UteWheelProps {
  readonly x: number;
  readonly radius: number;
}

/** A wheel of the ute or of its trailer. */
export function UteWheel({ x, radius }: UteWheelProps) {
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
export function Ute() {
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
