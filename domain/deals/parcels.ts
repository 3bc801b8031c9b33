import { keysOf } from "#domain/keys-of.ts";

interface ParcelStateRow {
  readonly desk: string;
  readonly customer: (carrier: string) => string;
  readonly history: string;
}

const table = {
  with_carrier: {
    desk: "With the carrier",
    customer: (carrier) => `With ${carrier}`,
    history: "The parcel is with the carrier",
  },
  delivered: {
    desk: "Delivered",
    customer: (carrier) => `${carrier}: delivered`,
    history: "The parcel was delivered",
  },
  lost: {
    desk: "Lost",
    customer: (carrier) => `${carrier}: lost, we are looking into it`,
    history: "The parcel is lost",
  },
  returned: {
    desk: "Returned",
    customer: (carrier) => `${carrier}: on its way back to us`,
    history: "The parcel came back",
  },
  /** Nobody sees it any more. */
  removed: {
    desk: "Entered by mistake",
    customer: (carrier) => `${carrier}: entered by mistake`,
    history: "Took the parcel out: it was entered by mistake",
  },
} as const satisfies Readonly<Record<string, ParcelStateRow>>;

export type ParcelState = keyof typeof table;
export const parcelStates: Readonly<Record<ParcelState, ParcelStateRow>> = table;
export const parcelStateNames = keysOf(table);
