import type { PartIconName } from "./part-icon.tsx";

export interface Category {
  readonly title: string;
  readonly icon: PartIconName;
  readonly holds: string;
}

export const quadCategories: readonly Category[] = [
  { title: "Engine and internals", icon: "engine", holds: "Complete engines, heads, barrels, cranks, cases" },
  {
    title: "Transmission and clutch",
    icon: "gears",
    holds: "Gear sets, clutch packs, CVT pulleys, belt covers",
  },
  { title: "Diffs and axles", icon: "axle", holds: "Front and rear diffs, CV axles, driveshafts, actuators" },
  { title: "Suspension", icon: "shock", holds: "Shocks, A-arms, swingarms, trailing arms" },
  { title: "Steering", icon: "handlebar", holds: "Stems, tie rods, bars, power steering units" },
  { title: "Brakes and hubs", icon: "disc", holds: "Calipers, drums, master cylinders, knuckles" },
  {
    title: "Electrical and ignition",
    icon: "spark",
    holds: "Stators, CDIs, ECUs, looms, switches, starters",
  },
  { title: "Fuel and intake", icon: "fuel", holds: "Carburettors, throttle bodies, pumps, tanks, airboxes" },
  { title: "Cooling and exhaust", icon: "radiator", holds: "Radiators, fans, hoses, headers, mufflers" },
  { title: "Wheels and tyres", icon: "wheel", holds: "Rims, nuts, part-worn tyres, full sets" },
  { title: "Plastics, guards and seat", icon: "guard", holds: "Front and rear guards, covers, seats, bases" },
  {
    title: "Racks, bullbars, towbars and winches",
    icon: "rack",
    holds: "Carriers, bars, hitches, winches and mounts",
  },
];

export const bikeCategories: readonly Category[] = [
  { title: "Engine", icon: "engine", holds: "Two-stroke and four-stroke, whole or in pieces" },
  { title: "Gearbox and clutch", icon: "gears", holds: "Gear clusters, baskets, shift forks, levers" },
  { title: "Carburettor or EFI", icon: "fuel", holds: "Carburettors, injectors, pumps, airboxes" },
  {
    title: "Electrical and ignition",
    icon: "spark",
    holds: "CDIs, stators, coils, looms, regulators",
  },
  { title: "Forks and shock", icon: "fork", holds: "Fork legs, triple clamps, shocks, linkages" },
  { title: "Brakes", icon: "disc", holds: "Calipers, discs, drums, master cylinders" },
  { title: "Wheels and sprockets", icon: "sprocket", holds: "Rims, hubs, spokes, sprocket carriers" },
  { title: "Frame and subframe", icon: "frame", holds: "Subframes, footpegs, stands, engine mounts" },
  { title: "Tank and seat", icon: "tank", holds: "Steel and plastic tanks, caps, taps, seats" },
  { title: "Fairings and plastics", icon: "fairing", holds: "Fairings, shrouds, side covers, guards" },
  { title: "Exhaust", icon: "exhaust", holds: "Headers, expansion chambers, mufflers, heat shields" },
  {
    title: "Controls, instruments and lights",
    icon: "gauge",
    holds: "Switchblocks, levers, clusters, headlights",
  },
];

/** Parts of the same area of a machine. */
export interface PartGroup {
  readonly title: string;
  readonly icon: PartIconName;
  readonly parts: readonly string[];
}

/** The 24 parts of a quad that people ask for most. */
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

/** The 24 parts of a dirt bike that people ask for most. */
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
