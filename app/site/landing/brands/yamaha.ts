import type { BrandPage } from "./brand.ts";

export const page: BrandPage = {
  title: "Yamaha quad parts, used: Grizzly, Kodiak, Raptor",
  metaDescription: () =>
    "Used Yamaha quad parts: Grizzly 350 to 700, Kodiak, Bruin, Big Bear, Raptor and Banshee. We sort out which name goes with which number.",
  tagline: "Belt drives, big hills and the odd Banshee",
  machine: "big",
  lead: "Yamaha used one number for several machines and one name for several numbers. A Kodiak is a 400, a 450 or a 700. Give us both, and the year, and we can tell which one is in your shed.",
  code: {
    parts: [
      { text: "YFM", meaning: "Yamaha quad (YFZ and YFS: sport)" },
      { text: "450", meaning: "Engine class, cc" },
      { text: "F", meaning: "F four-wheel drive, R the Raptor" },
    ],
    text: "Lift the seat: a model label is stuck to the frame below it, and the code on it beats any name on the tank. No label left? The frame number will do.",
  },
  popularText: "Five numbers, nine names. A part fits selected years only; the frame number decides.",
  popular: [
    {
      codes: ["YFM350"],
      note: "Air-cooled and belt-driven, the two share most of the engine. Plastics and racks are where they differ.",
    },
    {
      codes: ["YFM400"],
      note: "The Kodiak runs a belt, the Big Bear changes by foot. Ask by name here, not by number.",
    },
    {
      codes: ["YFM450"],
      note: "Independent rear suspension, so four CV axles, and eight boots to split.",
    },
    {
      codes: ["YFM550"],
      note: "A 700 with a smaller engine: much of the chassis crosses over, the top end does not.",
    },
    {
      codes: ["YFM700"],
      note: "Fuel injection, and power steering on some. Say if yours has it before we price a steering stem.",
    },
  ],
  troublesTitle: "What we look at first on a Yamaha",
  troubles: [
    {
      title: "Revs but does not pull",
      text: "Belt glazed, sheave rollers flat-spotted, or the wet clutch behind them worn. Water in the belt cover starts all three. Tell us if it slips cold or only hot.",
    },
    {
      title: "4WD light flashes",
      text: "A small electric motor on the front diff slides the gears in. It seizes if the quad sits too long. The motor comes off without the diff, and we sell it that way too.",
    },
    {
      title: "Rear brake that drags",
      text: "Several of these have plates running in oil where you expect a disc. They last, until somebody pours in the wrong oil.",
    },
    {
      title: "Raptor and Banshee bits",
      text: "Most sport quads come to us after a crash: arms and frame bent, engine fine. So ask for cases, crank and gearbox first.",
    },
  ],
  categoriesText: "Twelve shelves, with Grizzly parts on every one. We fill in Yamaha, you add the rest.",
  closing: {
    title: "Name, number, year",
    text: "Those three settle nearly every Yamaha question. If one is missing, send a photo of the whole machine with your reference number.",
  },
};
