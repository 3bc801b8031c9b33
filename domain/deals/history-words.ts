import { isCalendarDate } from "#domain/calendar-date.ts";
import { channels, isChannel } from "#domain/new-request.ts";
import { formatDay, formatNzDateTime } from "#domain/nz-time.ts";
import { type RecordEvent, type DealEventType } from "#domain/record-event.ts";
import { isRecordStatus, statusLabels } from "#domain/record-status.ts";

import { dealMailLabel } from "./mails.ts";
import { formatCents } from "./money.ts";
import { type OrderChange, type OrderChangeRow, orderChanges } from "./order-changes.ts";
import { parcelStates } from "./parcels.ts";
import { shotLabel } from "./photos.ts";
import { returnKinds, returnStates } from "./returns.ts";
import { pickUpStates } from "./sale-states.ts";
import type { approvalWays, takenWhys } from "./stage.ts";

/** Names what happened to a record, in its history and the audit list: without what anybody wrote. */
export function historyWords(
  event: EventCells & Pick<RecordEvent, "type" | "field">,
  nameOf: (userId: string) => string,
): string {
  const { type, field, was, becomes, user_id: userId } = event;
  switch (type) {
    case "mailed":
      return "Mailed to staff";
    case "created":
      return isChannel(becomes) ? `Entered it: it came ${channels[becomes]}` : "Stored";
    case "adopted":
      return "Saved by the server after the visitor lost connection";
    case "status":
      return `${statusLabel(was)} → ${statusLabel(becomes)}`;
    case "owner":
      if (becomes === null) return "Unassigned it";
      return becomes === userId ? "Took it" : `Assigned it to ${nameOf(becomes)}`;
    case "snooze":
      return becomes === null ? "Ended the snooze" : `Snoozed until ${formatNzDateTime(new Date(becomes))}`;
    case "order":
      return becomes === "yes" ? "Marked as ordered" : "No longer marked as ordered";
    case "duplicate":
      return becomes === null ? `Took it out of ${was} again` : `Merged it into ${becomes}`;
    case "corrected":
      return `Corrected the ${(field ?? "").replaceAll("_", " ")}`;
    case "reply":
      return "Replied by e-mail";
    case "mail":
      return was?.startsWith("quote/") === true ? "Sent the quote again" : "Sent the reply again";
    case "mail_in":
      return userId === null ? "Answered by e-mail" : "Filed an e-mail from the customer";
    case "mail_out":
      return becomes === null ? "Said that an e-mail isn’t the customer’s" : `Moved an e-mail to ${becomes}`;
    case "file_removed":
      return "Took a file out of an e-mail from the customer";
    case "call":
      return "Rang the customer";
    case "call_undone":
      return "Took the logged call back";
    case "untold":
      return `No e-mail address: tell them. ${mailName(becomes ?? "")}`;
    case "told":
      return "Told the customer";
    case "followed":
      return `Made ${becomes} of it`;
    case "note":
      return "Note";
    default:
      return dealEventWords(type, event) ?? type;
  }
}

function mailName(kind: string): string {
  return kind === "quote" ? "Their quote" : (dealMailLabel(kind) ?? "");
}

function statusLabel(status: string | null): string {
  return isRecordStatus(status) ? statusLabels[status] : (status ?? "");
}

type EventCells = Pick<RecordEvent, "was" | "becomes" | "user_id">;

const approvedBy: Readonly<Record<(typeof approvalWays)[number], string>> = {
  link: "by link",
  phone: "by phone",
  email: "by e-mail",
  counter: "at the counter",
};

export const takenWords: Readonly<Record<(typeof takenWhys)[number], (sum: string) => string>> = {
  bank: (sum) => `The bank took ${sum} back`,
  card: (sum) => `${sum} went back to the card in the card company’s own pages`,
  dispute: (sum) => `The card payment is disputed: ${sum}`,
  refund_failed: (sum) => `The card refund of ${sum} failed after all: we hold the money again`,
};

type Words = string | ((event: EventCells) => string);

const changes: readonly OrderChangeRow[] = Object.values(orderChanges);

/** Changes with a type of their own. */
type ChangeType = Exclude<(typeof orderChanges)[OrderChange]["event"], "order_state">;

const words = {
  quote: ({ becomes }) => `Sent quote ${becomes ?? ""}`,
  quote_withdrawn: ({ was }) => `Withdrew quote ${was ?? ""}`,
  quote_sold: ({ becomes }) => `Wanted to approve, but another order holds ${becomes ?? "a part"}`,
  quote_expired: ({ becomes }) => `Quote ${becomes ?? ""} has expired`,
  approved: ({ becomes }) => `Approved ${lookUp(approvedBy, becomes)}`,
  declined: ({ becomes, user_id: userId }) =>
    `${userId === null ? "Said" : "Noted that the customer said"} no thanks${becomes === null ? "" : `: ${becomes}`}`,
  asked: "Asked a question",
  answered: "Answered the question",
  still_interested: "Is still interested",
  reminders_stopped: "Stopped the reminders",
  link_renewed: "Made a new link: the old one no longer works",
  order_lapsed: "The time to pay has passed: the parts are free again",
  payment: ({ was, becomes }) => paymentWords(Number(becomes ?? 0), was),
  parcel: ({ becomes }) => (becomes === "1" ? "Sent the parcel" : `Sent parcel ${becomes ?? ""}`),
  parcel_state: ({ becomes }) =>
    becomes === "corrected"
      ? "Corrected the carrier or the tracking number of the parcel"
      : becameWords(parcelStates, becomes),
  received: "Told us that it has arrived",
  card: "Opened the card page",
  refund: ({ was, becomes }) =>
    `${formatCents(Number(becomes ?? 0))} paid back${was === null ? "" : `, credit note ${was}`}`,
  refund_failed: ({ becomes }) => `The card refund of ${formatCents(Number(becomes ?? 0))} was refused`,
  money_taken: ({ was, becomes }) => {
    const sum = formatCents(Number(becomes ?? 0));
    return Object.entries(takenWords).find(([why]) => why === was)?.[1](sum) ?? sum;
  },
  return_asked: ({ becomes }) => `Asked to return it: ${lookUp(returnKinds, becomes)}`,
  pulled: ({ was, becomes }) =>
    was === null ? `Pulled part ${becomes ?? ""}` : `Put part ${was} back on the shelf`,
  return_state: ({ becomes }) => becameWords(returnStates, becomes),
  photo: ({ becomes, user_id: userId }) => `${userId === null ? "Sent" : "Added"} ${photoOf(becomes)}`,
  photo_removed: ({ becomes }) => `Removed ${photoOf(becomes)}`,
  photos_wanted: "Asked for photos",
  offer: ({ becomes }) => `Sent offer ${becomes ?? ""}`,
  offer_withdrawn: ({ was }) => `Withdrew offer ${was ?? ""}`,
  offer_expired: ({ becomes }) => `Offer ${becomes ?? ""} has expired`,
  offer_accepted: ({ becomes }) => `Accepted offer ${becomes ?? ""}`,
  countered: ({ becomes }) => `Asked for ${formatCents(Number(becomes ?? 0))} instead`,
  pick_up: ({ becomes }) => becameWords(pickUpStates, becomes),
  purchase: ({ becomes }) => `Recorded the purchase of machine ${becomes ?? ""}`,
  purchase_corrected: ({ becomes }) => `Corrected the purchase of machine ${becomes ?? ""}`,
  order_state: ({ becomes }) =>
    laterDayWords(becomes) ??
    changes.find(({ event, to }) => event === "order_state" && to === becomes)?.said ??
    "",
} satisfies Record<Exclude<DealEventType, ChangeType>, Words>;

const texts = new Map<string, Words>([
  ...changes.map(({ event, said }) => [event, said] as const),
  ...Object.entries(words),
]);

/** Names what happened to a deal; null for an event of another kind. */
export function dealEventWords(type: string, event: EventCells): string | null {
  const found = texts.get(type) ?? null;
  return typeof found === "function" ? found(event) : found;
}

function laterDayWords(day: string | null): string | null {
  return day !== null && isCalendarDate(day) ? `${orderChanges.extend.said}: ${formatDay(day)}` : null;
}

function photoOf(shot: string | null): string {
  const label = shotLabel(shot);
  return label === "Photo" ? "a photo" : `a photo: ${label}`;
}

function paymentWords(cents: number, was: string | null): string {
  if (was === "correction") return `Correction of ${formatCents(cents)} entered`;
  if (was === "dispute")
    return `${formatCents(Math.abs(cents))} of the dispute ${cents < 0 ? "was taken" : "came back"}`;
  if (cents >= 0) return `Payment of ${formatCents(cents)} entered`;
  return `${formatCents(-cents)} paid back`;
}

/** For the name of a state that it came into. */
function becameWords(states: Readonly<Record<string, { readonly history: string }>>, name: string | null) {
  return Object.entries(states).find(([each]) => each === name)?.[1].history ?? name ?? "";
}

function lookUp(known: Readonly<Record<string, string>>, name: string | null): string {
  return Object.entries(known).find(([each]) => each === name)?.[1] ?? name ?? "";
}
