import type { PartIconName } from "#app/shared/ui/part-icon.tsx";

/** One shelf of the store. */
export interface Category {
  readonly title: string;
  readonly icon: PartIconName;
  /** What lies on it. */
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
