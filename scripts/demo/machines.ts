import { between, type Chance, pick } from "./chance.ts";

const machines = [
  { make: "Honda", model: "TRX420FM", years: [2009, 2024], vehicle_type: "ATV" },
  { make: "Honda", model: "TRX500FA", years: [2005, 2019], vehicle_type: "ATV" },
  { make: "Yamaha", model: "YFM450 Kodiak", years: [2003, 2022], vehicle_type: "ATV" },
  { make: "Yamaha", model: "YFM700 Grizzly", years: [2007, 2023], vehicle_type: "ATV" },
  { make: "Suzuki", model: "KingQuad 400 LT-F400F", years: [2008, 2022], vehicle_type: "ATV" },
  { make: "Suzuki", model: "KingQuad 750 LT-A750X", years: [2008, 2023], vehicle_type: "ATV" },
  { make: "Polaris", model: "Sportsman 570", years: [2014, 2024], vehicle_type: "ATV" },
  { make: "Kawasaki", model: "KVF750 Brute Force 750 4x4i", years: [2005, 2022], vehicle_type: "ATV" },
  { make: "Yamaha", model: "AG200", years: [1990, 2021], vehicle_type: "Motorcycle" },
  { make: "Suzuki", model: "DR200SE Trojan", years: [1996, 2021], vehicle_type: "Motorcycle" },
  { make: "Honda", model: "CRF250R", years: [2004, 2024], vehicle_type: "Motorcycle" },
] as const;

/** A machine found on New Zealand farms. */
export function machine(random: Chance) {
  const { make, model, years, vehicle_type } = pick(random, machines);
  const [oldest, newest] = years;
  return { make, model, year: between(random, oldest, newest), vehicle_type };
}
