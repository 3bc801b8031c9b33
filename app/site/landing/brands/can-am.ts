import type { BrandPage } from "./brand.ts";

export const page: BrandPage = {
  title: "Can-Am quad parts, used: Outlander and Renegade",
  metaDescription: () =>
    "Used Can-Am parts for Outlander 400 to 1000, Renegade and DS 450. First or second generation sorted out for you, keys and ECUs included.",
  tagline: "Rotax power, two generations, no mixing",
  machine: "big",
  lead: "Dear when new, so this is where a good used part saves the most. The catch is the change of generation around 2012: frame, body and drive were redrawn, and an Outlander 650 from one side rarely fits the other.",
  code: {
    parts: [
      { text: "Outlander", meaning: "Outlander work, Renegade sport" },
      { text: "MAX", meaning: "Two-up, longer frame" },
      { text: "650", meaning: "Engine class, cc" },
      { text: "XT", meaning: "Trim: bumpers, winch" },
    ],
    text: "DPS in the name means power steering. MAX decides the length of shafts, seat and exhaust, so never leave it off. The VIN tells us the generation.",
  },
  popularText: "Every one of them came in several trims. VIN and year tell us which parts are yours.",
  popular: [
    {
      codes: ["Outlander 400"],
      note: "The single-cylinder of the first generation. Lighter on belts than the twins.",
    },
    {
      codes: ["Outlander 500"],
      note: "A V-twin in the same frame as the 650 of its year. Body parts cross, barrels do not.",
    },
    {
      codes: ["Outlander 570"],
      note: "Came in for the 500 and borrowed its bodywork. Second generation only.",
    },
    {
      codes: ["Outlander 650"],
      note: "Made in both generations, so the year comes first. Then MAX or not.",
    },
    {
      codes: ["Outlander 1000"],
      note: "Second generation. Axles and clutches take the beating that the engine hands out.",
    },
  ],
  troublesTitle: "Ask us about these",
  troubles: [
    {
      title: "Trailing-arm bushes",
      text: "The rear wheels swing on long arms. When the bushes wear, the tyre leans and eats its inside edge. We check the bush seats before we sell an arm.",
    },
    {
      title: "Key and ECU",
      text: "The key carries a chip that the ECU has to know. A used ECU without its key needs a dealer's computer. Ask for the pair, or for the key post alone.",
    },
    {
      title: "Front diff that will not lock",
      text: "It locks by itself when one wheel spins, with the fluid inside. Old fluid, no lock. Ask for it complete, since the plates inside wear together.",
    },
    {
      title: "Water in the belt box",
      text: "The intake sits high but the seals grow old. Rust lines on the pulleys are what we look for before grading them.",
    },
  ],
  categoriesText: "Choose what's broken and we open the form with Can-Am filled in. Year and MAX, please.",
  closing: {
    title: "Fresh from a crash or a swim?",
    text: "List everything you need in one request. Parts from the same machine travel in one box where the carrier allows it.",
  },
};
