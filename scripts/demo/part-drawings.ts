const dark = "#26231f";
const steel = "#9a9892";
const line = `fill="none" stroke="${dark}"`;

const disc = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const box = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="18" fill="${fill}"/>`;
const stroke = (path: string, width: number) =>
  `<path d="${path}" ${line} stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const wheel = (x: number) => disc(x, 600, 250, dark) + disc(x, 600, 140, steel) + disc(x, 600, 40, dark);
const fins = (x: number, y: number, height: number) =>
  Array.from({ length: 9 }, (_, index) => box(x + index * 44, y, 18, height, dark)).join("");

/** The 24 drawings that parts of the demo share, by the word that their names have in common. */
const partDrawings = {
  "Front diff": disc(760, 620, 250, steel) + disc(760, 620, 110, dark) + box(980, 570, 320, 100, steel),
  "Rear diff": disc(840, 620, 290, steel) + disc(840, 620, 130, dark) + box(300, 560, 320, 120, steel),
  "CV axle": stroke("M300 700L1300 520", 44) + disc(380, 686, 120, dark) + disc(1220, 536, 120, dark),
  CDI: box(500, 430, 600, 360, dark) + box(1090, 520, 120, 180, steel),
  Stator: disc(800, 600, 280, steel) + disc(800, 600, 150, "#b0763d") + disc(800, 600, 70, dark),
  "Starter motor":
    box(420, 460, 620, 280, steel) + box(1030, 550, 220, 100, dark) + disc(420, 600, 150, steel),
  "Wiring loom": stroke(
    "M300 760q250-420 500-160t500-180M800 600q120 180 380 220M620 560q-40-160 90-240",
    26,
  ),
  Carburettor:
    box(600, 400, 400, 420, steel) + disc(800, 560, 120, dark) + box(660, 800, 280, 110, "#b0763d"),
  Radiator: box(480, 330, 640, 560, steel) + fins(600, 390, 440),
  "carrier rack": stroke("M320 760L520 440H1180L1300 760ZM420 610H1240M640 440L560 760M960 440L1060 760", 30),
  "A-arm": stroke("M360 430L1240 640L360 820M640 500L640 750", 44) + disc(1240, 640, 70, steel),
  "Master cylinder":
    box(520, 540, 460, 150, dark) + box(620, 390, 260, 150, steel) + stroke("M980 620L1290 760", 34),
  "Ignition switch":
    disc(760, 560, 170, steel) + disc(760, 560, 110, dark) + stroke("M760 730q-20 200 260 190", 26),
  "Fuel pump": box(640, 380, 320, 420, dark) + stroke("M800 380V250M960 620H1180", 40),
  "Recoil starter": disc(800, 600, 300, dark) + disc(800, 600, 180, steel) + stroke("M1060 720l220 120", 20),
  mudguard: `<path d="M300 820q60-420 520-420t480 420q-120-180-480-180t-520 180z" fill="#3f6b4f"/>`,
  Seat: `<path d="M280 700q80-220 460-180l500-60q120 60 60 240z" fill="${dark}"/>`,
  Muffler:
    box(420, 480, 720, 220, steel) + stroke("M420 600q-160 20-190 220", 60) + disc(1140, 590, 110, dark),
  "Fuel tank":
    `<path d="M360 780q-20-380 380-380h240q300 60 280 380z" fill="#8a2f25"/>` + disc(800, 420, 70, dark),
  "Rear shock":
    stroke("M560 300L1040 900", 50) +
    stroke("M600 440l260-60M660 520l260-60M720 600l260-60M780 680l260-60", 30),
  "Brake caliper":
    `<path d="M520 420h420l160 180-160 220H520z" fill="${steel}"/>` +
    disc(680, 620, 90, dark) +
    disc(900, 620, 90, dark),
  Handlebar:
    stroke("M260 520q200-60 320 120h440q120-180 320-120", 40) +
    box(220, 490, 150, 70, dark) +
    box(1240, 490, 150, 70, dark),
  wheel: wheel(800),
  Lever: stroke("M360 720q300-220 880-180", 48) + disc(400, 700, 90, steel),
} as const;

/** Made from a drawing: there is no real photo in it. */
export function partDrawing(name: string): string {
  const subject = Object.entries(partDrawings).find(([word]) =>
    name.toLowerCase().includes(word.toLowerCase()),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1200"><rect width="1600" height="1200" fill="#c9c2b4"/>
<rect y="930" width="1600" height="270" fill="#8d8577"/>${subject?.[1] ?? partDrawings.CDI}</svg>`;
}
