import { useSyncExternalStore } from "react";

import type { UnfiledMail } from "#domain/inbox-wire.ts";
import type { RequestSource } from "#domain/new-request-wire.ts";
import type { Channel } from "#domain/new-request.ts";
import { hasSteps, type Submission, type SubmissionRecord } from "#domain/submission.ts";

/** What the form of a new request opens with. */
export interface RequestStart {
  readonly title: string;
  readonly from: RequestSource | null;
  readonly channel: Channel;
  readonly isVehicle: boolean;
  readonly values: Readonly<Record<string, string>>;
  /** The customer's own words: the form looks for a machine and a part in them. */
  readonly words: string | null;
}

const blank: RequestStart = {
  title: "New request",
  from: null,
  channel: "phone",
  isVehicle: false,
  values: {},
  words: null,
};

let opened: RequestStart | null = null;
const listeners = new Set<() => void>();

function set(next: RequestStart | null): void {
  opened = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => opened;

/** Opens the form of a new request, on whatever page of the desk. */
export const openNewRequest = (start: RequestStart = blank) => set(start);
export const closeNewRequest = () => set(null);

export function useOpenRequest(): RequestStart | null {
  return useSyncExternalStore(subscribe, current, current);
}

export function requestOfMail(
  { id, from, reply_to: replyTo, subject }: UnfiledMail,
  words: string,
): RequestStart {
  const { name, address } = replyTo ?? from;
  const values = { full_name: name || from.name, email: address };
  return {
    ...blank,
    title: "New request of this mail",
    from: { mail: id },
    channel: "mail",
    values,
    words: `${subject}\n\n${words}`,
  };
}

/** Who asks, and their machine: not the part. */
const copied = [
  "full_name",
  "phone",
  "email",
  "make",
  "model",
  "year",
  "vin",
  "delivery_address",
  "vehicle_type",
  "location",
] as const;

/** Copies a request or a vehicle, or begins one of a message. */
export function requestOfRecord(submission: Submission, record: SubmissionRecord): RequestStart {
  const { ref_number: reference } = record;
  const values = Object.fromEntries(copied.map((name) => [name, String(record[name] ?? "")]));
  if (hasSteps(submission)) {
    const isVehicle = submission.hasSale === true;
    return {
      ...blank,
      title: `New request after ${reference}`,
      from: { copy: reference },
      isVehicle,
      values,
    };
  }
  const words = [record["subject"], record["message"]].join("\n\n");
  return {
    ...blank,
    title: "New request of this message",
    from: { contact: reference },
    channel: "mail",
    values,
    words,
  };
}
