export const auditGroups = {
  "sign-in": "Sign-ins",
  account: "Accounts",
  record: "Records",
  setting: "Settings",
} as const;
export type AuditGroup = keyof typeof auditGroups;

/** The sentence of every event, by group. `{subject}` is the user it happened to, the other braces are details. */
const sentences = {
  "sign-in": {
    "signed-in": "Signed in with {browser}",
    "signed-in-by-code": "Signed in with {browser} and a code from the app",
    "signed-in-by-recovery-code": "Signed in with {browser} by a recovery code; {count} left",
    "sign-in-refused": "Failed sign-in as {subject}: {reason}",
    "sign-in-unknown": "Failed sign-in: unknown account",
    "sign-in-limited": "Too many failed sign-ins as {subject}: the next ones have to wait",
    "own-password-refused": "Gave a wrong password when asked for it again",
    "signed-out": "Signed out",
    "session-ended": "Ended a session of {browser}",
    "sessions-ended": "Ended {count} other sessions",
  },
  account: {
    "password-changed": "Changed the password of {subject}",
    "reset-link-made": "Made a link for {subject} to choose a new password",
    "two-step-on": "Switched on two-step sign-in for {subject}",
    "two-step-off": "Switched off two-step sign-in for {subject}",
    "recovery-codes-renewed": "Made new recovery codes for {subject}",
    "name-changed": "Changed their own name",
    "user-added": "Added {subject}",
    "user-disabled": "Disabled {subject}",
    "user-enabled": "Enabled {subject}",
    "role-changed": "Changed the role of {subject} from {was} to {becomes}",
    // Until there were roles:
    "owner-granted": "Gave {subject} the owner permission",
    "owner-revoked": "Took the owner permission from {subject}",
  },
  record: {
    "person-exported": "Exported what is held of one person",
    "person-erased": "Erased what is held of one person: {count} records",
    "records-exported": "Exported {count} records of {kind}",
    "purchase-viewed": "Opened the dealer's record of machine {number}",
  },
  setting: {
    "shop-moved": "Said of a copy: this is the shop now",
    "backup-restored": "Restored a backup; {count} open sessions ended",
    "reply-added": "Added the saved reply “{title}”",
    "reply-changed": "Changed the saved reply “{title}”",
    "reply-deleted": "Deleted the saved reply “{title}”",
    "desk-setting-changed": "Changed the setting “{title}”",
    "audit-purged": "Removed the audit entries older than 24 months, up to number {count}",
  },
} as const satisfies Record<AuditGroup, Readonly<Record<string, string>>>;

type Sentences = typeof sentences;
export type AuditEventName = { [Group in AuditGroup]: keyof Sentences[Group] }[AuditGroup];

/** An entry that `recordAudit` stores in the transaction of its event. Changes to records are in their history. */
export interface AuditEvent {
  readonly event: AuditEventName;
  readonly actor: string; // A user's id, or one of `otherActors`.
  readonly subject?: string; // The id of the user it happened to.
  /** Never what a visitor wrote: the list outlives the records. */
  readonly details?: Readonly<Record<string, string | number>>;
}

export const otherActors = {
  somebody: "", // Nobody signed in: the entry is shown without a name.
  "command-line": "The command line",
  system: "The system",
} as const;

const sentenceOf = new Map<string, string>(
  Object.values(sentences).flatMap((group) => Object.entries(group)),
);

/** Returns the sentence of an event, or its name if this version does not know it. */
export function auditWords(event: string, facts: Readonly<Record<string, string | number>>): string {
  const sentence = sentenceOf.get(event) ?? event;
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? "?"));
}

export function isAuditGroup(value: unknown): value is AuditGroup {
  return Object.keys(auditGroups).some((group) => group === value);
}

export function eventsOf(group: AuditGroup): string[] {
  return Object.keys(sentences[group]);
}

export interface AuditPage {
  readonly entries: readonly {
    readonly id: string; // Its place in the list, for the page that follows.
    readonly at: string;
    readonly actor: string;
    readonly words: string;
    readonly reference: string | null;
  }[];
  readonly has_more: boolean;
}
