import * as v from "valibot";

import { isDealEventType, type RecordEvent } from "./record-event.ts";
import { isRecordStatus, statusLabels } from "./record-status.ts";

/** Facts of entries. None can come from a visitor: the list outlives the records, without personal data. */
const facts = {
  browser: v.pipe(v.string(), v.maxLength(60)),
  reason: v.picklist(["wrong password", "wrong code", "account disabled", "first password expired"]),
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  kind: v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/)),
  title: v.pipe(v.string(), v.maxLength(80)), // Of a saved reply.
  setting: v.picklist(["freight table", "carriers", "line templates", "decline reasons"]),
} as const;

export type AuditFacts = { readonly [Name in keyof typeof facts]: v.InferOutput<(typeof facts)[Name]> };

export const auditGroups = {
  "sign-in": "Sign-ins",
  account: "Accounts",
  record: "Records",
  setting: "Settings",
} as const;
export type AuditGroup = keyof typeof auditGroups;

interface EventKind {
  readonly group: AuditGroup;
  readonly words: string;
  readonly facts: readonly (keyof AuditFacts)[];
}

/** All events but changes to records. `recordAudit` adds one in the transaction of what it describes. */
export const auditEvents = {
  "signed-in": { group: "sign-in", words: "Signed in with {browser}", facts: ["browser"] },
  "signed-in-by-code": {
    group: "sign-in",
    words: "Signed in with {browser} and a code from the app",
    facts: ["browser"],
  },
  "signed-in-by-recovery-code": {
    group: "sign-in",
    words: "Signed in with {browser} by a recovery code; {count} left",
    facts: ["browser", "count"],
  },
  "sign-in-refused": {
    group: "sign-in",
    words: "Failed sign-in as {subject}: {reason}",
    facts: ["reason"],
  },
  "sign-in-unknown": { group: "sign-in", words: "Failed sign-in: unknown account", facts: [] },
  "sign-in-limited": {
    group: "sign-in",
    words: "Too many failed sign-ins as {subject}: the next ones have to wait",
    facts: [],
  },
  "own-password-refused": {
    group: "sign-in",
    words: "Gave a wrong password when asked for it again",
    facts: [],
  },
  "signed-out": { group: "sign-in", words: "Signed out", facts: [] },
  "session-replayed": {
    group: "sign-in",
    words: "Ended a session of {subject}: an old key to it was used again",
    facts: [],
  },
  "session-ended": { group: "sign-in", words: "Ended a session of {browser}", facts: ["browser"] },
  "sessions-ended": { group: "sign-in", words: "Ended {count} other sessions", facts: ["count"] },
  confirmed: { group: "sign-in", words: "Entered their password again", facts: [] },
  "confirmed-by-recovery-code": {
    group: "sign-in",
    words: "Entered their password and a recovery code; {count} left",
    facts: ["count"],
  },
  "confirmation-refused": {
    group: "sign-in",
    words: "Entering the password again was refused: {reason}",
    facts: ["reason"],
  },
  "password-changed": { group: "account", words: "Changed the password of {subject}", facts: [] },
  "first-password-given": { group: "account", words: "Gave {subject} a new first password", facts: [] },
  "two-step-on": { group: "account", words: "Switched on two-step sign-in for {subject}", facts: [] },
  "two-step-off": { group: "account", words: "Switched off two-step sign-in for {subject}", facts: [] },
  "recovery-codes-renewed": { group: "account", words: "Made new recovery codes for {subject}", facts: [] },
  "name-changed": { group: "account", words: "Changed their own name", facts: [] },
  "user-added": { group: "account", words: "Added {subject}", facts: [] },
  "user-disabled": { group: "account", words: "Disabled {subject}", facts: [] },
  "user-enabled": { group: "account", words: "Enabled {subject}", facts: [] },
  "owner-granted": { group: "account", words: "Gave {subject} the owner permission", facts: [] },
  "owner-revoked": { group: "account", words: "Took the owner permission from {subject}", facts: [] },
  "person-exported": { group: "record", words: "Exported what is held of one person", facts: [] },
  "person-erased": {
    group: "record",
    words: "Erased what is held of one person: {count} records",
    facts: ["count"],
  },
  "erasure-repeated": {
    group: "record",
    words: "Repeated an erasure that happened after this backup was made: {count} records",
    facts: ["count"],
  },
  "backup-restored": {
    group: "setting",
    words: "Restored a backup; {count} open sessions ended",
    facts: ["count"],
  },
  "records-exported": {
    group: "record",
    words: "Exported {count} records of {kind}",
    facts: ["count", "kind"],
  },
  "reply-added": { group: "setting", words: "Added the saved reply “{title}”", facts: ["title"] },
  "reply-changed": { group: "setting", words: "Changed the saved reply “{title}”", facts: ["title"] },
  "reply-deleted": { group: "setting", words: "Deleted the saved reply “{title}”", facts: ["title"] },
  "desk-setting-changed": { group: "setting", words: "Changed the {setting}", facts: ["setting"] },
  "clock-confirmed": { group: "setting", words: "Confirmed that the server's date is right", facts: [] },
  "audit-purged": {
    group: "setting",
    words: "Removed the audit entries older than 24 months, up to number {count}",
    facts: ["count"],
  },
} as const satisfies Readonly<Record<string, EventKind>>;

export type AuditEventName = keyof typeof auditEvents;

/** Changes to records come from the records' history. Older versions added entries with these names as well. */
const recordChanges: Readonly<Record<string, string>> = {
  "status-changed": "Changed from {from} to {to}:",
  "owner-changed": "Assigned to {subject}:",
  "owner-removed": "Unassigned",
  "record-snoozed": "Snoozed",
  "record-woken": "Woke up",
  "order-noted": "Noted an order for",
  "order-withdrawn": "Withdrew the order of",
  "duplicate-merged": "Merged into another record:",
  "duplicate-split": "Made a record in its own right again:",
  "note-added": "Wrote a note on",
  "record-corrected": "Corrected the {field} of",
  reply: "Replied to",
  reply_undone: "Took back a reply to",
  mail: "Sent a mail again about",
  call: "Logged a call about",
  call_undone: "Took back a logged call about",
};

type Details = Readonly<Record<string, string | number | null>>;

/** An entry of the audit list, as it is stored or as it follows from a record's history. */
export interface AuditFact {
  readonly event: string;
  readonly subject: string | null;
  readonly details: Details;
}

/** Returns a record's event as the audit list shows it: without what a visitor or a note says. */
export function recordChange(event: Pick<RecordEvent, "type" | "field" | "was" | "becomes">): AuditFact {
  const { type, field, was, becomes } = event;
  const fact = (name: string, details: Details = {}, subject: string | null = null) => ({
    event: name,
    subject,
    details,
  });
  switch (type) {
    case "status":
      return fact("status-changed", { from: was, to: becomes });
    case "owner":
      return becomes === null ? fact("owner-removed") : fact("owner-changed", {}, becomes);
    case "snooze":
      return fact(becomes === null ? "record-woken" : "record-snoozed");
    case "order":
      return fact(becomes === "yes" ? "order-noted" : "order-withdrawn");
    case "duplicate":
      return fact(becomes === null ? "duplicate-split" : "duplicate-merged");
    case "note":
      return fact("note-added");
    case "corrected":
      return fact("record-corrected", { field });
    default:
      return isDealEventType(type) ? fact(type, { was, becomes }) : fact(type);
  }
}

export const otherActors = {
  somebody: "", // Nobody signed in: the entry is shown without a name.
  "command-line": "The command line",
  system: "The system",
} as const;

export type AuditEvent = {
  [Name in AuditEventName]: {
    readonly event: Name;
    readonly actor: string; // A user's id, or one of `otherActors`.
    readonly subject?: string; // The id of the user it happened to.
  } & Pick<AuditFacts, (typeof auditEvents)[Name]["facts"][number]>;
}[AuditEventName];

/** Checks the facts of an event. Throws on missing and on additional ones. */
export function auditFacts(event: AuditEventName, input: object): Partial<AuditFacts> {
  const schemas = auditEvents[event].facts.map((name) => [name, facts[name]] as const);
  return v.parse(v.strictObject(Object.fromEntries(schemas)), input);
}

/** Returns the sentence for an event. An event of another version of the program is shown by its name. */
export function auditWords({ event, details }: AuditFact, subject: string): string {
  const words =
    recordChanges[event] ?? Object.entries(auditEvents).find(([name]) => name === event)?.[1].words;
  if (words === undefined) return event;
  return words.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === "subject" ? subject : inWords(name, details[name]),
  );
}

function inWords(name: string, fact: string | number | null | undefined): string {
  if (isRecordStatus(fact)) return statusLabels[fact];
  const text = String(fact ?? "?");
  return name === "field" ? text.replaceAll("_", " ") : text;
}

export function isAuditGroup(value: unknown): value is AuditGroup {
  return Object.keys(auditGroups).some((group) => group === value);
}

export function eventsOf(group: AuditGroup): string[] {
  const changes = group === "record" ? Object.keys(recordChanges) : [];
  const others = Object.entries(auditEvents).flatMap(([name, kind]) => (kind.group === group ? [name] : []));
  return [...changes, ...others];
}

export const auditEntrySchema = v.object({
  id: v.string(), // Its place in the list, for the page that follows.
  at: v.string(),
  actor: v.string(),
  words: v.string(),
  reference: v.nullable(v.string()),
});
export type AuditEntry = v.InferOutput<typeof auditEntrySchema>;

export const auditPageSchema = v.object({
  entries: v.array(auditEntrySchema),
  has_more: v.boolean(),
});
export type AuditPage = v.InferOutput<typeof auditPageSchema>;
