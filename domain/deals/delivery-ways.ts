import { addressLine, firm } from "#domain/firm.ts";

export const deliveryWays = ["courier", "pick-up", "depot"] as const;
export type DeliveryWay = (typeof deliveryWays)[number];

interface DeliveryWayRow {
  /** In the composer. */
  readonly label: string;
  /** Names its price, for the customer. */
  readonly price: string;
  readonly onInvoice: string;
  /** Continues "Once the money is here,". */
  readonly send: string;
  /** What we write about once the parts are packed. */
  readonly told: string;
  /** The last step of the customer's journey. */
  readonly end: string;
}

/** The only place that knows how parts get to the customer (deals.md section 13). */
export const deliveryWayRows: Readonly<Record<DeliveryWay, DeliveryWayRow>> = {
  courier: {
    label: "Courier to the gate",
    price: "Freight to the gate",
    onInvoice: "Freight",
    send: "we pack your parts and send them with tracking",
    told: "You get the tracking number by e-mail when the courier has your parcel.",
    end: "Parcel",
  },
  "pick-up": {
    label: "Pick-up from us",
    price: "Pick-up",
    onInvoice: "Pick-up",
    send: "we pack your parts, and e-mail you when they are ready to collect",
    told: "You get an e-mail when it is ready to collect.",
    end: "Pick-up",
  },
  depot: {
    label: "To a depot",
    price: "Freight to the depot",
    onInvoice: "Freight to the depot",
    send: "we pack your parts and send them to the depot with tracking",
    told: "You get the tracking number by e-mail when your parcel is on its way to the depot.",
    end: "Parcel",
  },
};

export function wayOf({ way }: { readonly way?: DeliveryWay | undefined }): DeliveryWay {
  return way ?? "courier";
}

/** Where and when parts are collected. */
export function collectSentence(): string {
  return `Collect it from ${addressLine()} (${firm.hours_text}).`;
}
