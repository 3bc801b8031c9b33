import type { BrandPage } from "./brand.ts";

export const page: BrandPage = {
  title: "Suzuki quad parts, used: KingQuad, Vinson, Ozark",
  metaDescription: () =>
    "Second-hand Suzuki parts for KingQuad 300, 400, 500, 700 and 750, Ozark, Vinson and Eiger, plus Trojan and Mudbug farm bikes.",
  tagline: "KingQuads from the first to the fuel-injected",
  machine: "farm",
  lead: "Suzuki built the first four-wheeled ATV, the LT125 of 1982, and New Zealand's importer had a say in it. The KingQuads after it changed more under the seat than the name lets on.",
  code: {
    parts: [
      { text: "LT-", meaning: "Suzuki quad" },
      { text: "A", meaning: "A automatic, F foot change, Z and R sport" },
      { text: "500", meaning: "Engine class, cc" },
      { text: "X", meaning: "X independent rear, last F four-wheel drive" },
    ],
    text: "The letter in front matters most: LT-F400F and LT-A400F are both a KingQuad 400, with different gearboxes, levers and cases. XP at the end adds power steering.",
  },
  popularText: "All called KingQuad, all different. We confirm by frame number which years a part fits.",
  popular: [
    {
      codes: ["LT-F300F"],
      note: "Gears, a low range and no belt. Most people ask for selector parts and seals.",
    },
    {
      codes: ["LT-F400F", "LT-A400F"],
      note: "Manual or automatic. Look for a foot lever on the left before you order.",
    },
    {
      codes: ["LT-A500X"],
      note: "Injected and independent at the back. Shares its layout with the 750, not its cylinder.",
    },
    {
      codes: ["LT-A700X"],
      note: "The first of the big ones. Fuel pump and throttle body are worth asking for as a pair.",
    },
    {
      codes: ["LT-A750X", "LT-A750XP"],
      note: "XP has power steering. Its column, loom and ECU differ from the plain X.",
    },
  ],
  troublesTitle: "Where KingQuads wear",
  troubles: [
    {
      title: "Starts, then dies under load",
      text: "On injected KingQuads look at the pump in the tank before the ECU. If the pump hums and the pressure is gone, you only need a pump, not a tank.",
    },
    {
      title: "Play at the rear wheels",
      text: "Knuckle bushes and wheel bearings go quietly on the X models. Check both sides: if one is loose, the other soon follows.",
    },
    {
      title: "Stuck between ranges",
      text: "The high-low lever pulls on a rod with small joints. Bent rod, or worn dogs inside? If it will go in by hand at the case, you only need the rod.",
    },
    {
      title: "Cracked guards and missing clips",
      text: "The bolts outlive the plastic. Ask for a guard with its brackets, and say which holes have to be whole.",
    },
  ],
  categoriesText: "We fill in Suzuki. Give us the whole code if you can.",
  closing: {
    title: "Two-wheeled Suzuki on the farm?",
    text: "We quote for those too. The Trojan was developed with Suzuki New Zealand, and Mudbugs have been at work here since the early 1970s.",
  },
};
