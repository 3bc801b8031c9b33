export interface Carrier {
  readonly name: string;
  /** `{n}` stands for the tracking number; null if the carrier has no such page. */
  readonly link: string | null;
}

/** Until staff change them in Settings. */
export const carriers: readonly Carrier[] = [
  { name: "NZ Post", link: "https://www.nzpost.co.nz/tools/tracking?trackid={n}" },
  { name: "CourierPost", link: "https://www.nzpost.co.nz/tools/tracking?trackid={n}" },
  { name: "Aramex", link: "https://www.aramex.co.nz/tools/track?l={n}" },
  { name: "Mainfreight", link: "https://www.mainfreight.com/track/MSNZS/{n}" },
  { name: "NZ Couriers", link: null },
  { name: "Post Haste", link: null },
  { name: "PBT", link: null },
];

/** Where the customer follows a parcel; null if we know no such page of this carrier. */
export function trackingLink(known: readonly Carrier[], carrier: string, tracking: string): string | null {
  const found = known.find(({ name }) => name.toLowerCase() === carrier.toLowerCase());
  return found?.link?.replaceAll("{n}", () => encodeURIComponent(tracking)) ?? null;
}
