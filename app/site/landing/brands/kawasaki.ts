import type { BrandPage } from "./brand.ts";

export const page: BrandPage = {
  title: "Kawasaki quad parts, used: Bayou, Prairie, Brute Force",
  metaDescription: () =>
    "Second-hand Kawasaki quad parts: KLF300 Bayou, KVF300, KVF360, KVF650 and KVF750 Brute Force, KFX sport quads. Old ones welcome.",
  tagline: "From shaft-drive Bayous to V-twin Brutes",
  machine: "big",
  lead: "There are two kinds of Kawasaki: Bayous that have done thirty years on one farm, and Brute Forces that were asked to do too much in one afternoon. They need very different help.",
  code: {
    parts: [
      { text: "K", meaning: "Kawasaki" },
      { text: "VF", meaning: "LF gears, VF belt drive, FX sport" },
      { text: "650", meaning: "Engine class, cc" },
      { text: "4x4i", meaning: "i: independent rear suspension" },
    ],
    text: "The letter after the number is the version. On a Bayou, KLF300B is two-wheel drive and KLF300C the 4x4. One letter, and the whole front end is a different order.",
  },
  popularText: "Two-wheel drive, four, solid or independent: choose the nearest and tell us the letter.",
  popular: [
    {
      codes: ["KLF300"],
      note: "Shaft drive and a gear lever. Carburettor, brake drums and the reverse knob are what people ask for.",
    },
    {
      codes: ["KVF300"],
      note: "The small belt-driven one, rear-wheel drive only. Not related to its big brothers.",
    },
    {
      codes: ["KVF360"],
      note: "A single with a belt and a solid rear axle. Came with two or four driven wheels.",
    },
    {
      codes: ["KVF650"],
      note: "One V-twin, two back ends. The Prairie's is solid, the 4x4i's independent.",
    },
    {
      codes: ["KVF750"],
      note: "Carburettors first, injection later. Tell us the year before we pick a throttle body.",
    },
  ],
  troublesTitle: "Bayou troubles, Brute Force troubles",
  troubles: [
    {
      title: "Bayou: hard to start when warm",
      text: "Valves closed up or a tired coil. Heads and ignition parts cross between several years, so there is choice.",
    },
    {
      title: "Bayou: no drive after a creek",
      text: "Water gets into the final drive through a dry boot. Ask for the drive in one piece: shimming new gears into an old case costs more than the case.",
    },
    {
      title: "Brute Force: belt light on, no power",
      text: "It may not be the belt. The engine-brake actuator beside it sends the machine into limp mode too, and costs a good deal less than a set of pulleys.",
    },
    {
      title: "Brute Force: lever pulls, front wheel spins",
      text: "The lever on the left bar loads the front diff by cable. Check its travel first, then the plates.",
    },
  ],
  categoriesText: "Pick the part of the machine. We open the form with Kawasaki filled in.",
  closing: {
    title: "Is yours older than its paint?",
    text: "Plenty of Bayous were never registered and have no VIN, only a frame number. That is enough for us.",
  },
};
