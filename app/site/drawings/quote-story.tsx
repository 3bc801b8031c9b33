import { Scene } from "./picture.tsx";

/** Gumboots beside a phone: somebody asks for a part. */
export function AskScene() {
  return (
    <Scene>
      <rect x="58" y="12" width="50" height="92" rx="7" />
      <path d="M77 20h12M58 28h50M58 90h50M68 72h30M68 80h20M80 97h6" />
      <circle cx="83" cy="49" r="14" strokeDasharray="4 2.28" strokeLinecap="butt" className="stroke-4" />
      <circle cx="83" cy="49" r="10" />
      <circle cx="83" cy="49" r="3" />
      <path d="M120 34h22a5 5 0 0 1 5 5v15a5 5 0 0 1-5 5h-12l-8 8v-8h-2a5 5 0 0 1-5-5V39a5 5 0 0 1 5-5z" />
      <path d="M127 43c0-5 8-5 8 0 0 3-4 3-4 6M131 53v.2" />
      <path d="M14 60h14v28l10 6c3 2 4 5 4 10H14zM14 68h14M22 56h14v6M36 62v24l8 5c4 2 5 5 5 9v4h-7" />
    </Scene>
  );
}

/** A brake disc on the bench, with a price tag on it. */
export function CheckScene() {
  return (
    <Scene>
      <path d="M12 66h136v8H12zM24 74v30M136 74v30M24 92h112" />
      <circle cx="82" cy="43" r="23" />
      <circle cx="82" cy="43" r="9" />
      <path
        d="M82 27v.2M93 32v.2M98 43v.2M93 54v.2M82 59v.2M71 54v.2M66 43v.2M71 32v.2"
        className="stroke-3"
      />
      <path d="M22 66v-6h28v6M28 60V48h8v12M40 60V48h8v12M48 53h10M20 53h8M20 49v8" />
      <path d="M122 30C118 12 102 14 97 26M112 31l10-9 10 9v30h-20z" />
      <path d="M127 42c-2-3-9-3-9 1s9 2 9 6-7 4-9 1M122.500 37v17" />
    </Scene>
  );
}

/** A letter with a tick and a card: the quote is approved and paid. */
export function ApproveScene() {
  return (
    <Scene>
      <path d="M32 48h84v56H32zM32 52l42 30 42-30M32 104l30-30M116 104L86 74" />
      <path d="M46 48V26a4 4 0 0 1 4-4h52a4 4 0 0 1 4 4v22M46 32h60M54 41h16" />
      <circle cx="120" cy="80" r="17" className="fill-ground" />
      <path d="M112 80l6 6 10-12" className="stroke-3" />
    </Scene>
  );
}

/** A ute with the part on its tray, on its way to a pin on the map. */
export function DeliverScene() {
  return (
    <Scene>
      <path d="M12 66h64v22h-24M28 88H12zM22 44h26v22H22zM35 44v8M54 52h16v14H54z" />
      <path d="M80 88V50h22l14 16 18 4c4 1 6 4 6 8v10h-8M80 88h28M76 88h4M86 66V56h13l8 10zM86 74h8" />
      <circle cx="40" cy="93" r="11" />
      <circle cx="40" cy="93" r="3" />
      <circle cx="120" cy="93" r="11" />
      <circle cx="120" cy="93" r="3" />
      <path d="M137 8c8 0 13 6 13 13 0 8-13 20-13 20s-13-12-13-20c0-7 5-13 13-13z" />
      <circle cx="137" cy="21" r="4" />
      <path d="M0 74h6M0 84h4" />
    </Scene>
  );
}
