import type { YardKind } from "#domain/catalogue/machine-kind.ts";
import { partKey } from "#domain/catalogue/part-key.ts";

import type { GoneReason, PartState } from "./part.ts";

// Each kind of machine in the order in which one takes it apart. "L/R" is a left and a right one, "F/R" a front and a rear
// one, "4x" one at each wheel. In brackets is what an assembly hides while it is kept whole.

const topEnd = "Cylinder head; Camshaft; Barrel and piston";
const quadEngine = `Complete engine (Starter motor; ${topEnd}; Crank; Stator; Clutch pack; Gear set; Shift fork)`;
const bikeEngine = `Complete engine (${topEnd}; Crank; Stator; Flywheel; Clutch basket; Gear cluster; Shift fork)`;

const ignition = "Wiring loom; CDI; Regulator; Ignition coil";
const carburettor = "Fuel tank; Airbox; Carburettor; Muffler; Exhaust header";
const injection = "Fuel tank; Fuel pump; Airbox; Throttle body; Muffler; Exhaust header";
const cooling = "Radiator; Cooling fan";
const wheels = "Set of wheels (4x rim)";

const quadControls = `Headlight; Instrument cluster; Ignition switch; Left switchblock; Thumb throttle; Brake lever;
  Master cylinder; Handlebar`;
const quadSteering = "L/R front shock; Steering stem; L/R tie rod";

const farmQuad = `Seat; L/R side cover; F/R rack; Bullbar; Towbar; Winch; F/R guard; ${quadControls}; ${carburettor};
  ${cooling}; ${ignition}; Starter solenoid; ${wheels}; L/R brake caliper; Brake drum; L/R CV axle; L/R knuckle;
  L/R A-arm; ${quadSteering}; Front diff (4WD actuator); L/R rear shock; Swingarm;
  Rear diff (Rear axle); Prop shaft; Recoil starter; ${quadEngine}`;

const sportQuad = `Seat; F/R guard; Nerf bars; ${quadControls}; Clutch lever; ${carburettor}; ${ignition}; ${wheels};
  L/R brake caliper; Rear brake caliper; Rear brake disc; L/R upper A-arm; L/R lower A-arm; ${quadSteering}; Rear shock; Swingarm; Rear axle; Rear sprocket;
  ${quadEngine}`;

const sideBySide = `Roof; L/R door; L/R seat; Bonnet; Cargo bed; Bullbar; Towbar; Winch; L/R headlight;
  Instrument cluster; Ignition switch; Power steering unit; Master cylinder; ${injection};
  ${cooling}; Wiring loom; ECU; ${wheels}; 4x CV axle; 4x shock absorber; L/R A-arm; L/R trailing arm;
  Front diff (4WD actuator); Rear diff; Prop shaft; Belt cover; Drive belt; CVT pulley;
  Complete engine (Starter motor; ${topEnd}; Crank; Stator); Complete gearbox (Gear set)`;

const bikeControls = "Clutch lever; Brake lever; Left switchblock; Handlebar";
const discs = "F/R brake caliper; F/R brake disc; Master cylinder";
const bikeFrame = `Pair of forks (L/R fork leg); Upper triple clamp; Lower triple clamp; Rear shock; Swingarm; Rear sprocket;
  Subframe; L/R footpeg`;

const dirtBike = `Seat; L/R side cover; L/R radiator shroud; F/R mudguard; Headlight; ${carburettor}; L/R radiator;
  ${bikeControls}; ${ignition}; F/R wheel; ${discs}; ${bikeFrame}; Shock linkage; Stand; Kick-start assembly; ${bikeEngine}`;

const farmBike = `Seat; F/R rack; L/R side cover; F/R mudguard; Headlight; Instrument cluster; Ignition switch; Fuel tap;
  ${carburettor}; ${bikeControls}; Lever guard; ${ignition}; F/R wheel; F/R brake panel; ${bikeFrame};
  Enclosed chain case; L/R side stand; ${bikeEngine}`;

const roadBike = `Seat; L/R fairing; Nose fairing; Belly fairing; Headlight; Tail light; L/R mirror; Instrument cluster;
  Ignition switch; ${injection}; ${cooling}; ${bikeControls}; Wiring loom; ECU; ABS unit; F/R wheel; ${discs};
  ${bikeFrame}; Stand; ${bikeEngine}`;

interface UsualPart {
  readonly name: string;
  readonly inside: readonly string[]; // Empty unless it is an assembly.
}

const places: Readonly<Record<string, readonly string[]>> = {
  "L/R": ["Left", "Right"],
  "F/R": ["Front", "Rear"],
  "4x": ["Front left", "Front right", "Rear left", "Rear right"],
};

function namesIn(list: string): string[] {
  return list.split(/;\s*/).flatMap((named) => {
    const [mark = "", ...name] = named.trim().split(" ");
    return places[mark]?.map((place) => `${place} ${name.join(" ")}`) ?? [named.trim()];
  });
}

function usual(list: string): UsualPart[] {
  return list.split(/;\s*(?![^(]*\))/).flatMap((named) => {
    const [, name = "", inside = ""] = /^\s*([^(]+?)\s*(?:\((.*)\))?\s*$/s.exec(named) ?? [];
    return namesIn(name).map((one) => ({ name: one, inside: inside === "" ? [] : namesIn(inside) }));
  });
}

const usualParts: Readonly<Record<YardKind, readonly UsualPart[]>> = {
  farmQuad: usual(farmQuad),
  sportQuad: usual(sportQuad),
  sideBySide: usual(sideBySide),
  dirtBike: usual(dirtBike),
  farmBike: usual(farmBike),
  roadBike: usual(roadBike),
};

const assemblies = new Set(
  Object.values(usualParts)
    .flat()
    .flatMap(({ name, inside }) => (inside.length === 0 ? [] : partKey(name))),
);

/** The assemblies that are kept whole, and that hide what lies in them until they are opened up. */
export function isAssembly(name: string): boolean {
  return assemblies.has(partKey(name));
}

interface WrittenDown {
  readonly name: string;
  readonly state: PartState;
  readonly reason: GoneReason | null;
}

export interface UsualRow<Part> {
  readonly name: string;
  readonly assembly: string | null;
  readonly part: Part | null;
}

/**
 * Returns the usual parts, each with the one that is written down, then what else was written down. What lies in an
 * assembly that is kept whole is left out.
 */
export function teardownRows<Part extends WrittenDown>(
  kind: YardKind,
  written: readonly Part[],
): UsualRow<Part>[] {
  const left = written.filter((part) => part.state !== "gone" || part.reason === "opened");
  const take = (name: string) => {
    const at = left.findIndex((part) => partKey(part.name) === partKey(name));
    return at === -1 ? null : (left.splice(at, 1)[0] ?? null);
  };
  const rows = usualParts[kind].flatMap(({ name, inside }) => {
    const part = take(name);
    const isWhole = part !== null && part.reason !== "opened";
    const within = inside.map((one) => ({ name: one, assembly: name, part: take(one) }));
    return [{ name, assembly: null, part }, ...within.filter((row) => !isWhole || row.part !== null)];
  });
  return [...rows, ...left.map((part) => ({ name: part.name, assembly: null, part }))];
}

/** "Front left CV axle" is a CV axle: what it costs if that side was never sold. */
export function withoutSide(name: string): string {
  const plain = name.replace(/^(?:(?:front|rear) )?(?:left|right) /i, "");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
