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
