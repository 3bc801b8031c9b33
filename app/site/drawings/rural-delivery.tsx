import { PerchedKea } from "./perched-kea.tsx";
import { Picture } from "./picture.tsx";
import { Ute } from "./ute.tsx";

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
