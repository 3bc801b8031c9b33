import type { PartIconName } from "#app/shared/ui/part-icon.tsx";

/** Parts that are found in the same corner of a machine. */
export interface PartGroup {
  readonly title: string;
  readonly icon: PartIconName;
  readonly parts: readonly string[];
}

/** The 24 parts of a quad that are asked for most. */
export const quadParts: readonly PartGroup[] = [
  {
    title: "Engine",
    icon: "engine",
    parts: ["Engine assembly", "Cylinder head", "Cylinder and piston", "Crankcase"],
  },
  {
    title: "Fuel and spark",
    icon: "spark",
    parts: ["Carburettor or throttle body", "Fuel pump and tank", "CDI or ECU", "Stator and flywheel"],
  },
  { title: "Starting and wiring", icon: "cable", parts: ["Starter motor", "Wiring loom", "Ignition switch"] },
  {
    title: "Drive",
    icon: "axle",
    parts: [
      "Front differential",
      "Rear differential or final drive",
      "Driveshaft or CV axle",
      "Gearbox internals",
      "Clutch, CVT drive and belt cover",
    ],
  },
  {
    title: "Steering and suspension",
    icon: "shock",
    parts: ["Front A-arm", "Rear swingarm or trailing arm", "Steering stem and tie rods", "Shock absorber"],
  },
  {
    title: "Brakes, wheels and body",
    icon: "disc",
    parts: [
      "Hub and knuckle",
      "Brake caliper, master cylinder or drum",
      "Wheels and rims",
      "Guards, racks and plastics",
    ],
  },
];

/** The 24 parts of a dirt bike that are asked for most. */
export const dirtBikeParts: readonly PartGroup[] = [
  {
    title: "Bottom end",
    icon: "gears",
    parts: [
      "Complete engine",
      "Bottom end or crank",
      "Gearbox",
      "Clutch basket and cover",
      "Kick-start assembly",
    ],
  },
  { title: "Top end", icon: "engine", parts: ["Cylinder", "Head and valves", "Piston and rings"] },
  {
    title: "Fuel and exhaust",
    icon: "exhaust",
    parts: ["Carburettor", "Throttle body", "Radiators", "Exhaust or expansion chamber"],
  },
  {
    title: "Spark and starting",
    icon: "spark",
    parts: ["CDI or ECU", "Stator", "Wiring loom", "Starter motor"],
  },
  {
    title: "Suspension and frame",
    icon: "fork",
    parts: ["Forks", "Triple clamps", "Rear shock and linkage", "Swingarm"],
  },
  {
    title: "Wheels, brakes and body",
    icon: "wheel",
    parts: ["Front wheel", "Rear wheel", "Calipers and master cylinders", "Tank, seat and plastics"],
  },
];
