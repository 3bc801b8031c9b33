import type { DeskSetting } from "./desk-settings.ts";

/** What the desk starts with. Owners change it in Settings. */
export const lineTemplates: DeskSetting<"line-templates"> = [
  {
    title: "Diff, tested",
    text: "Diff",
    grade: "B",
    unit_cents: null,
    evidence: ["Turned by hand: no grinding", "Backlash: … mm", "Oil: clean, no metal"],
  },
  {
    title: "CV axle, tested",
    text: "CV axle",
    grade: "B",
    unit_cents: null,
    evidence: ["Boots: whole", "Joints: no play"],
  },
  {
    title: "Engine, compression measured",
    text: "Engine",
    grade: "B",
    unit_cents: null,
    evidence: ["Compression: … psi", "Turns freely", "Sold with … days to test it"],
  },
  {
    title: "Plastics",
    text: "Front plastics",
    grade: "C",
    unit_cents: null,
    evidence: ["Longest mark: … cm", "No cracks at the mounts"],
  },
  {
    title: "Electrical part, tested on a machine",
    text: "CDI",
    grade: "A",
    unit_cents: null,
    evidence: ["Started and ran a machine with it"],
  },
];

export const declineReasons: DeskSetting<"decline-reasons"> = [
  "Too expensive",
  "Found it elsewhere",
  "No longer needed",
  "Not the right part",
  "Other",
];
