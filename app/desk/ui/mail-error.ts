import type { RecordMail } from "#domain/desk.ts";
import { formatDay, formatNzTime, nzDate } from "#domain/nz-time.ts";

const errorTexts: Readonly<Record<string, string>> = {
  ESOCKET: "no connection to the mail server",
  ECONNECTION: "no connection to the mail server",
  ETLS: "no secure connection to the mail server",
  EDNS: "the mail server's name could not be resolved",
  ETIMEDOUT: "the mail server did not answer in time",
  timeout: "the mail server did not answer in time",
  EAUTH: "the mail server refused our sign-in",
  queue: "all connections to the mail server were busy",
  "server stopped": "our server was stopped",
  database: "our database could not be reached",
  restored: "a backup was restored",
  stopped: "it was no longer needed",
  readdressed: "the e-mail address was corrected",
  renewed: "its link was renewed",
  "not to all": "the mail server refused one of its addresses",
};

/** Reasons for which we keep back a mail that waits. */
const neverLeft: ReadonlySet<string> = new Set(["stopped", "readdressed", "renewed"]);

/** Says an error class of a mail in words. */
export function mailErrorText(error: string): string {
  return errorTexts[error] ?? error.replace(/^smtp /, "the mail server answered ");
}

/** Says how far a mail has come by the mail servers' replies: "Accepted by our mail server 2:02 pm". */
export function deliveryText(
  { state, at, due_at: dueAt, error, code }: Pick<RecordMail, "state" | "at" | "due_at" | "error" | "code">,
  now: Date,
): string {
  const why = error === null ? "" : `: ${mailErrorText(error)}`;
  const due = new Date(dueAt) > now ? momentText(dueAt, now) : null;
  switch (state) {
    case "queued":
      return due === null ? "Waiting to leave" : `Waiting to leave at ${due}`;
    case "sending":
      return "Leaving now";
    case "retrying":
      return `Put off by the mail server${why}. ${due === null ? "We’ll try again" : `Next try: ${due}`}`;
    case "sent":
      return `Accepted by our mail server ${momentText(at, now)}${error === "delayed" ? ". Their mail server has not taken it yet" : ""}`;
    case "bounced":
      return `Came back ${momentText(at, now)}${why}${code === null ? "" : ` (${code})`}`;
    case "unknown":
      return `May have arrived${why}. Check before you send it again`;
    default:
      return `${error !== null && neverLeft.has(error) ? "Not sent" : "Not delivered"}${why}`;
  }
}

/** "2:02 pm" today, "Friday 20 November, 2:02 pm" on another day. */
export function momentText(at: string, now: Date): string {
  const instant = new Date(at);
  const time = formatNzTime(instant);
  return nzDate(instant) === nzDate(now) ? time : `${formatDay(nzDate(instant), now)}, ${time}`;
}

export const wrongStates: ReadonlySet<string> = new Set(["failed", "unknown", "retrying", "bounced"]);
