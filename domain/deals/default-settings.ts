import { partNames } from "#domain/catalogue/parts.ts";

import { tellingWords } from "./part-weight.ts";

/** What the desk starts with. Owners change it in Settings. Nothing that nobody has measured: `…` is asked about. */
export const lineTemplates = [
  {
    title: "Diff, tested",
    text: "Diff",
    grade: null,
    unit_cents: null,
    evidence: ["Turned by hand: …", "Backlash: … mm", "Oil: …"],
  },
  {
    title: "CV axle, tested",
    text: "CV axle",
    grade: null,
    unit_cents: null,
    evidence: ["Boots: …", "Joints: …"],
  },
  {
    title: "Engine, compression measured",
    text: "Engine",
    grade: null,
    unit_cents: null,
    evidence: ["Compression: … psi", "Turned by hand: …", "Sold with … days to test it"],
  },
  {
    title: "Plastics",
    text: "Front plastics",
    grade: null,
    unit_cents: null,
    evidence: ["Longest mark: … cm", "Mounts: …"],
  },
  {
    title: "Electrical part, tested on a machine",
    text: "CDI",
    grade: null,
    unit_cents: null,
    evidence: ["Tested on: …"],
  },
];

const heavy = {
  M: `Axle, Bash plate, Bead-lock rim, Belly fairing, Bullbar, Carrier rack, Crank, Crankcase, Diff, Fairing, Final drive, Fuel tank, Full exhaust
    system, Muffler, Mudguards, Nerf bars, Nose fairing, Pair of forks, Power steering unit, Rack, Rear deck, Rim, Seat, Slip-on,
    Subframe, Swingarm, Top end, Towbar, Trailing arm, Tyre, Wheel, Wide axle, Winch`.split(/,\s+/),
  L: ["Bottom end", "Gearbox", "Plastics", "Set of plastics"],
  hand: ["Engine", "Frame", "Motor", "Quad", "Set of wheels", "Side by side"],
};
const heavyKeys = new Set(
  Object.values(heavy)
    .flat()
    .map((part) => tellingWords(part).join(" ")),
);
const others =
  "Bearing, Chain, Coil, Fan, Gasket, Horn, Hose, Indicator, Light, Seal, Sensor, Solenoid, Switch, Valves";

/** Of quads and farm bikes, to be confirmed by the owner: what our pages name and is not heavy is light. */
export const partWeights = {
  ...heavy,
  S: [...partNames.filter((part) => !heavyKeys.has(tellingWords(part).join(" "))), ...others.split(", ")],
};

export const declineReasons = [
  "Too expensive",
  "Found it elsewhere",
  "No longer needed",
  "Not the right part",
  "Other",
];
