import { UteWheel } from "./ute.tsx";

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
