/** Photos of a machine or a part, taken with a phone (deals.md section 8). */

/** Appended to the path of a deal's page. */
export const photosPath = "/photos";

/** Limits one deal, with uploads that are under way. */
export const photosMost = 30;
/** Uploads that are under way count: "of 30" would puzzle somebody whose photo has not arrived. */
export const photosLeftWords = (left: number) =>
  `You can send ${left} more ${left === 1 ? "photo" : "photos"}.`;
export const photoBytesMost = 12_000_000;

/** In pixels of the longer side. */
export const photoSides = { large: 1600, small: 320 } as const;

/** Bytes of a piece: the phone starts with the first, and halves it after each failure down to the second. */
export const pieceBytes = { most: 256 * 1024, least: 48 * 1024 } as const;

export const uploadKeptDays = 7;

interface Shot {
  readonly label: string;
  /** Tells in a few words what to do. */
  readonly hint: string;
}

/** Sellers are asked for these shots, and may leave out any. */
export const vehicleShots = {
  front: { label: "Front", hint: "Step back until the whole machine is in the picture" },
  left: { label: "Left side", hint: "The whole machine, from axle to axle" },
  right: { label: "Right side", hint: "The whole machine, from axle to axle" },
  rear: { label: "Rear", hint: "With the rack and the tow bar, if there is one" },
  dash: { label: "Dash", hint: "With the key on, so that we can read the hours or kilometres" },
  frame_number: { label: "Frame number", hint: "Stamped into the frame; wipe off the mud first" },
  damage: { label: "Worst damage", hint: "Close enough that we can see what is broken" },
} as const satisfies Readonly<Record<string, Shot>>;

export const requestShots = {
  part: { label: "The part", hint: "Your old one, with any number that is on it" },
  broken_place: { label: "Where it broke", hint: "Close up, and where it sits on the machine" },
  frame_number: vehicleShots.frame_number,
} as const satisfies Readonly<Record<string, Shot>>;

export const shots = { ...vehicleShots, ...requestShots };
export type ShotName = keyof typeof shots;

const isShotName = (name: string): name is ShotName => Object.hasOwn(shots, name);
export const shotNames = Object.keys(shots).filter(isShotName);

/** "Photo" for one that was sent as "another photo". */
export function shotLabel(name: string | null): string {
  return name !== null && isShotName(name) ? shots[name].label : "Photo";
}
