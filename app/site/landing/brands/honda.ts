import type { BrandPage } from "./brand.ts";

export const page: BrandPage = {
  title: "Honda quad parts, used: TRX250 to TRX680",
  metaDescription: (quotedWithin) =>
    `Second-hand Honda quad parts for the TRX250TM, TRX350, TRX420, TRX500 and TRX520. Checked by frame number, quoted ${quotedWithin}, sent NZ-wide.`,
  tagline: "The one in every woolshed",
  machine: "farm",
  lead: "Farm Hondas are kept for a long time, so most of what breaks is wear and mud. Give us the letters after the number. They decide which half of the parts fit.",
  code: {
    parts: [
      { text: "TRX", meaning: "Honda quad" },
      { text: "420", meaning: "Engine class, cc" },
      { text: "F", meaning: "F four-wheel drive, T two" },
      { text: "M", meaning: "M foot change, E electric, A automatic" },
    ],
    text: "A P before the last letter means power steering, as in TRX420FPA. The code is on the rego papers if it has any, and the frame number starts with its own letters. Send either.",
  },
  popularText: "The ones most farms run. Model years differ, so we confirm the fit by frame number.",
  popular: [
    {
      codes: ["TRX250TM"],
      note: "Two-wheel drive, foot change, shaft to the rear. Simple enough that most of it can be mended in a shed.",
    },
    {
      codes: ["TRX350FM"],
      note: "Old enough that new parts are drying up. Carburettor, no fancy electrics.",
    },
    {
      codes: ["TRX420FM", "TRX420FPA"],
      note: "Same engine class, two different rear ends: FM has a solid axle, FPA has independent suspension and CV joints.",
    },
    {
      codes: ["TRX500FM", "TRX500FA"],
      note: "FM is the foot-change Foreman, FA the automatic Rubicon. Gearbox parts do not cross over.",
    },
    {
      codes: ["TRX520FM", "TRX520FA"],
      note: "Took over from the 500. Looks much the same, so check the code before you buy panels.",
    },
  ],
  troublesTitle: "What gives out on a farm Honda",
  troubles: [
    {
      title: "Rear brake full of mud",
      text: "The sealed drum only stays sealed while its seals do. Once grit is in, the shoes go, then the drum, then the splines. Ask for drum, panel and hub together.",
    },
    {
      title: "Will not change gear on the buttons",
      text: "On electric-shift models it is often the angle sensor or the shift motor, not the gearbox. Tell us which gear it stuck in.",
    },
    {
      title: "Clicks but will not crank",
      text: "Starter, solenoid or a green corner in the loom. Ask for the one that failed: a test lamp on the solenoid tells you which in a minute.",
    },
    {
      title: "Front drive grinding",
      text: "Run low on oil or full of water after a creek, the front diff eats its pinion bearings first. A whole used diff is usually cheaper than the bearings and the hours.",
    },
  ],
  categoriesText: "Pick the part of the quad. We open the form with Honda filled in; add the model code.",
  closing: {
    title: "Got the frame number?",
    text: "On most farm Hondas it is stamped on the front of the frame, behind the bullbar. Wire-brush it, photograph it, type it in.",
  },
};
