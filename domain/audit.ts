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
  setting: v.picklist([
    "freight table",
    "weights of parts",
    "carriers",
    "line templates",
    "decline reasons",
    "promised reply",
  ]),
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
  /** Names its facts, and the user it happened to: {subject}. */
  readonly words: string;
}

/** All events but changes to records. `recordAudit` adds one in the transaction of what it describes. */
export const auditEvents = {
  "signed-in": { group: "sign-in", words: "Signed in with {browser}" },
  "signed-in-by-code": { group: "sign-in", words: "Signed in with {browser} and a code from the app" },
  "signed-in-by-recovery-code": {
    group: "sign-in",
    words: "Signed in with {browser} by a recovery code; {count} left",
  },
  "sign-in-refused": { group: "sign-in", words: "Failed sign-in as {subject}: {reason}" },
  "sign-in-unknown": { group: "sign-in", words: "Failed sign-in: unknown account" },
  "sign-in-limited": {
    group: "sign-in",
    words: "Too many failed sign-ins as {subject}: the next ones have to wait",
  },
  "own-password-refused": { group: "sign-in", words: "Gave a wrong password when asked for it again" },
  "signed-out": { group: "sign-in", words: "Signed out" },
  "session-replayed": {
    group: "sign-in",
    words: "Ended a session of {subject}: an old key to it was used again",
  },
  "session-ended": { group: "sign-in", words: "Ended a session of {browser}" },
  "sessions-ended": { group: "sign-in", words: "Ended {count} other sessions" },
  confirmed: { group: "sign-in", words: "Entered their password again" },
  "confirmed-by-recovery-code": {
    group: "sign-in",
    words: "Entered their password and a recovery code; {count} left",
  },
  "confirmation-refused": { group: "sign-in", words: "Entering the password again was refused: {reason}" },
  "password-changed": { group: "account", words: "Changed the password of {subject}" },
  "first-password-given": { group: "account", words: "Gave {subject} a new first password" },
  "two-step-on": { group: "account", words: "Switched on two-step sign-in for {subject}" },
  "two-step-off": { group: "account", words: "Switched off two-step sign-in for {subject}" },
  "recovery-codes-renewed": { group: "account", words: "Made new recovery codes for {subject}" },
  "name-changed": { group: "account", words: "Changed their own name" },
  "user-added": { group: "account", words: "Added {subject}" },
  "user-disabled": { group: "account", words: "Disabled {subject}" },
  "user-enabled": { group: "account", words: "Enabled {subject}" },
  "owner-granted": { group: "account", words: "Gave {subject} the owner permission" },
  "owner-revoked": { group: "account", words: "Took the owner permission from {subject}" },
  "person-exported": { group: "record", words: "Exported what is held of one person" },
  "person-erased": { group: "record", words: "Erased what is held of one person: {count} records" },
  "erasure-repeated": {
    group: "record",
    words: "Repeated an erasure that happened after this backup was made: {count} records",
  },
  "backup-restored": { group: "setting", words: "Restored a backup; {count} open sessions ended" },
  "records-exported": { group: "record", words: "Exported {count} records of {kind}" },
  "reply-added": { group: "setting", words: "Added the saved reply “{title}”" },
  "reply-changed": { group: "setting", words: "Changed the saved reply “{title}”" },
  "reply-deleted": { group: "setting", words: "Deleted the saved reply “{title}”" },
  "desk-setting-changed": { group: "setting", words: "Changed the {setting}" },
  "clock-confirmed": { group: "setting", words: "Confirmed that the server's date is right" },
  "audit-purged": {
    group: "setting",
    words: "Removed the audit entries older than 24 months, up to number {count}",
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
  } & Pick<AuditFacts, Extract<keyof AuditFacts, NamesIn<(typeof auditEvents)[Name]["words"]>>>;
}[AuditEventName];

type NamesIn<Words> = Words extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Checks the facts of an event. Throws on missing and on additional ones. */
export function auditFacts(event: AuditEventName, input: object): Partial<AuditFacts> {
  const schemas = Object.entries(facts).filter(([name]) => auditEvents[event].words.includes(`{${name}}`));
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
