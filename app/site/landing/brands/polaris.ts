import type { BrandPage } from "./brand.ts";

export const page: BrandPage = {
  title: "Polaris quad parts, used: Sportsman and Scrambler",
  metaDescription: () =>
    "Used Polaris parts for Sportsman 450, 500, 570, 850 and XP 1000: hubs, struts, belts, clutches. Matched by model number, posted NZ-wide.",
  tagline: "One name on the guard, many machines underneath",
  machine: "big",
  lead: "Polaris kept the name Sportsman for decades and changed nearly everything else. The year is worth more than the name here. With the model number we stop guessing altogether.",
  code: {
    parts: [
      { text: "A", meaning: "ATV" },
      { text: "07", meaning: "Model year 2007" },
      { text: "MH", meaning: "Chassis and drive" },
      { text: "50", meaning: "Engine, here a 500" },
    ],
    text: "You will find a number like this on the frame plate, on older machines near the left front wheel. Further letters follow it. Send all of them.",
  },
  popularText: "Each was built in several versions. We confirm the fit by model number before you pay.",
  popular: [
    {
      codes: ["Sportsman 450 H.O."],
      note: "Built on the 570's frame, which makes the 570 a good donor for everything but the engine.",
    },
    {
      codes: ["Sportsman 500 H.O."],
      note: "Carburettor, liquid cooling, struts in front. Many years, many small changes: model number, please.",
    },
    {
      codes: ["Sportsman 570"],
      note: "The injected single that followed the 500. Fuel pumps and throttle sensors are asked for most.",
    },
    {
      codes: ["Sportsman 850"],
      note: "A twin with power to hurt its own belt. Clutch faces and covers are inspected before we offer them.",
    },
    {
      codes: ["Sportsman XP 1000"],
      note: "Wide arms, big axles. With your request, send the length of the old CV axle, end to end, and its spline count.",
    },
  ],
  troublesTitle: "Polaris repairs, by noise",
  troubles: [
    {
      title: "Clunk from a front hub",
      text: "Older Sportsmans carry their four-wheel drive inside the hubs: coil, rollers and cage, running in their own fluid. Hubs sell complete or as pieces.",
    },
    {
      title: "Squeal, then a burnt smell",
      text: "That is the drive belt. Before you fit another, look at both clutches for grooves. A new belt on a grooved sheave lasts a week of tailing.",
    },
    {
      title: "Knock when you turn",
      text: "Ball joints and strut bushes. The knuckle they sit in wears oval if it was ridden loose, so have a look before you press in new ones.",
    },
    {
      title: "Hum that rises with speed",
      text: "A wheel bearing or the carrier it runs in. Ask for both: a seat that has spun will not hold a new bearing.",
    },
  ],
  categoriesText: "We fill in Polaris. Add the model and year; they count double on this brand.",
  closing: {
    title: "Ranger or RZR?",
    text: "Those are side-by-sides, not quads. Some parts are shared, so ask. We'll tell you straight if we can't help.",
  },
};
