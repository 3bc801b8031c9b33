import { Scene } from "./picture.tsx";

/** A quad under a lean-to with one wheel gone, and a phone: somebody has had enough of it. */
export function CallScene() {
  return (
    <Scene>
      <path d="M8 104V34L92 20v84M8 34L2 36M92 20l8-2M14 104V40M86 104V28" />
      <circle cx="34" cy="90" r="13" />
      <circle cx="34" cy="90" r="5" />
      <path d="M58 104h16v-6H58zM62 98v-6h8v6" />
      <path d="M20 78c2-8 8-12 16-12h10l6 14h4l6-12c8-2 14 0 18 8M24 66v-5h20v5M60 68l-4-10-8-1M48 88h10" />
      <rect x="116" y="40" width="32" height="60" rx="5" transform="rotate(8 132 70)" />
      <path d="M127 47l7 1M118 90l24 3" />
      <path d="M124 62c0 12 8 18 16 18M108 44c2-10 8-18 18-22M114 48c2-6 6-10 12-14" />
    </Scene>
  );
}

/** A phone that looks at a quad. */
export function PhotoScene() {
  return (
    <Scene>
      <rect x="16" y="30" width="128" height="74" rx="8" />
      <path d="M118 30v74" />
      <circle cx="131" cy="67" r="7" />
      <path d="M26 50V40h10M98 40h10v10M108 84v10H98M36 94H26V84" />
      <circle cx="46" cy="78" r="9" />
      <circle cx="46" cy="78" r="3" />
      <circle cx="88" cy="78" r="9" />
      <circle cx="88" cy="78" r="3" />
      <path d="M34 70c2-6 6-9 12-9h8l5 11h8l7-11c8-1 15 1 18 9M36 57h14M82 57h14M60 62c2-5 8-7 16-2l-4-8-7-1M42 61c0-5 3-6 8-6h12" />
    </Scene>
  );
}

/** A letter with a sum in it, and a clock beside it. */
export function OfferScene() {
  return (
    <Scene>
      <path d="M30 58h80v46H30zM30 104l28-24M110 104L82 80" />
      <path d="M40 66V22h60v44M30 58l40 30 40-30M50 32h24M50 40h16" />
      <path d="M90 46c-2-4-11-4-11 1s11 2 11 7-9 5-12 1M84 40v20" />
      <circle cx="128" cy="50" r="18" className="fill-ground" />
      <path d="M128 39v11l7 5M128 34v1M144 50h-1M128 66v-1M112 50h1" />
    </Scene>
  );
}

/** The quad on its way up the ramp of a trailer. */
export function LoadScene() {
  return (
    <Scene>
      <path d="M62 78h74v10H62zM62 88L24 104M62 82L18 102M136 84l20 6v14M150 104h10" />
      <circle cx="104" cy="93" r="11" />
      <circle cx="104" cy="93" r="4" />
      <g transform="rotate(-22 52 70)">
        <circle cx="32" cy="72" r="13" className="fill-ground" />
        <circle cx="32" cy="72" r="5" />
        <circle cx="80" cy="72" r="13" className="fill-ground" />
        <circle cx="80" cy="72" r="5" />
        <path d="M16 62c2-8 8-12 16-12h10l6 16h10l8-16c10-2 20 2 24 12M14 44h22M70 44h22M62 50l-4-12-9-1M28 50c0-6 4-8 10-8h16" />
      </g>
      <path d="M98 44l38 10v24M136 54h8v24" />
    </Scene>
  );
}

/** A hand-over: the tag is signed and the money has arrived. */
export function PaidScene() {
  return (
    <Scene>
      <path d="M20 34h62v70H20zM36 34v-6h30v6M32 50h38M32 60h38M32 70h24" />
      <path d="M32 90c4-8 8-8 8-2s6 4 8-2 4 6 10 2M64 86l22-30 8 6-22 30-10 4z" />
      <rect x="104" y="30" width="40" height="74" rx="6" className="fill-ground" />
      <path d="M118 37h12M104 46h40M104 92h40" />
      <circle cx="124" cy="68" r="14" />
      <path d="M117 68l5 5 9-10" className="stroke-3" />
    </Scene>
  );
}
