import { Picture } from "./picture.tsx";
import { SmallBike, SmallQuad } from "./small-machines.tsx";
import { Trailer } from "./trailer.tsx";
import { Ute } from "./ute.tsx";

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
