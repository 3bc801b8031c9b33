import type { FieldHelp } from "./field-kind.ts";

/** Tells where to find the number, which settles most questions of fit. */
export const frameNumberHelp: FieldHelp = {
  question: "Where is it?",
  notes: [
    {
      title: "Quad",
      text: "Stamped into the front frame rail, or the frame tube low on the left. Scrape the mud off; a photo will do.",
    },
    {
      title: "Motorcycle",
      text: "On the steering head, where the frame meets the forks. Turn the bars to the side to read it.",
    },
    {
      title: "VIN or frame number",
      text: "A VIN has 17 characters and never uses I, O or Q. Many older farm quads have only a shorter frame number. Both work.",
    },
  ],
};
