import { Picture } from "./picture.tsx";

/** The bench where parts are cleaned, looked over and tagged. */
export function PartsBench() {
  return (
    <Picture>
      <g className="text-scenery">
        <path d="M30 52h460v116H30zM96 52v8M180 52v8M300 52v8M420 52v8" />
      </g>
      <Wall />
      <Bench />
      <Engine />
      <Vice />
      <Hub />
      <Crate />
    </Picture>
  );
}

function Wall() {
  return (
    <>
      <path d="M60 64v10M52 74h16v8H52zM57 82v46a3 3 0 0 0 6 0V82" />
      <path d="M84 62c-8 4-8 16 0 20l-2 40c0 6 8 6 8 0l-2-40c8-4 8-16 0-20v12h-4z" />
      <path d="M112 64h8v34h-8zM110 98h12l2 34h-16zM138 66v48M134 114h8v16h-8z" />
      <g transform="translate(404 104)">
        <circle r="38" className="stroke-5" />
        <circle r="28" />
        <circle r="9" />
        <path d="M0-9v-19M9 0h19M0 9v19M-9 0h-19M6-6l14-14M6 6l14 14M-6 6l-14 14M-6-6l-14-14" />
      </g>
      <path d="M462 62v16M462 78c-12 0-12 16 0 16s12 14 0 14-12 14 0 14 12 14 0 14v10" />
      <path d="M328 60c-26 8-40 34-36 66M328 60c14 2 24 10 30 22M292 126h-10v12h20v-12z" />
    </>
  );
}

function Bench() {
  return (
    <>
      <path className="fill-ground" d="M14 224h492v18H14z" />
      <path d="M36 242v80M60 242v80M460 242v80M484 242v80M60 292h400M36 292h24M460 292h24" />
      <path className="fill-ground" d="M76 242h92v34H76z" />
      <path d="M112 259h20" />
    </>
  );
}

function Engine() {
  return (
    <>
      <path className="fill-ground" d="M196 224h92l6-20-8-26h-24l6-54h-50l2 54h-22l-10 24z" />
      <path d="M216 134h54M215 144h54M216 154h52M217 164h50M226 124v-12h34v12M234 112v-8h18v8M220 178h42" />
      <circle cx="242" cy="202" r="14" />
      <circle cx="242" cy="202" r="6" />
      <path d="M204 206h8M276 206h10M268 150l22-6v-12l14-2" />
      <path d="M206 136l-16 4-12 26 4 26" />
      <path className="fill-ground" d="M298 176l16-8 22 8v34l-38-4z" />
      <path d="M308 186h18M308 196h18M314 168c-4-16-12-22-20-24" />
    </>
  );
}

function Vice() {
  return (
    <>
      <path
        className="fill-ground"
        d="M62 224l8-16h64l8 16zM80 208v-16H66v-20h26v36zM112 208v-16h-8v-20h28v20h-6v16z"
      />
      <path d="M66 182H44M44 174v18M92 182h12" />
      <path className="fill-ground" d="M92 186v-58h12v58z" />
      <path d="M98 128v-10M90 118h16M92 140h12M92 150h12M92 160h12" />
    </>
  );
}

function Hub() {
  return (
    <g transform="translate(400 190)">
      <circle r="34" className="fill-ground" />
      <circle r="22" />
      <circle r="8" />
      <path d="M0-28v.1M24-14v.1M24 14v.1M0 28v.1M-24 14v.1M-24-14v.1" className="stroke-4" />
      <path d="M30-16c14-20 30-16 38-4" className="text-accent" />
      <path className="fill-ground text-accent" d="M68-22l16 12v38H52v-38z" />
      <path className="text-accent" d="M62 22l6-20 6 20M64 15h8" />
    </g>
  );
}

function Crate() {
  return (
    <>
      <path className="fill-ground" d="M196 292v-34h128v34z" />
      <path d="M196 270h128M216 258v34M304 258v34" />
      <path className="fill-ground" d="M350 292c0-14 8-22 20-22s20 8 20 22zM396 292v-30h44v30z" />
      <path d="M396 272h44M410 282h16M362 292a8 8 0 0 1 16 0" />
    </>
  );
}
