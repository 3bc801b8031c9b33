/** Why a mail came back, as the desk says it (deals.md section 11). */
export const bounceReasons = [
  "No such address",
  "Their mailbox is full",
  "Too large for them",
  "Refused as spam",
  "Their mail server refused it",
  "Their mail server could not be reached in time",
] as const;
export type BounceReason = (typeof bounceReasons)[number];

/** Returns whether the same mail may arrive another day. */
export function mayPass(reason: string | null): boolean {
  return reason === "Their mailbox is full" || reason === "Their mail server could not be reached in time";
}
