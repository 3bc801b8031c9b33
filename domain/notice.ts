export interface Notice {
  readonly id: string; // For example `backups`. At most one notice has it.
  readonly severity: "danger" | "warn";
  readonly title: string;
  readonly words: string;
  /** Of the desk: the title leads there. */
  readonly page?: string;
}

export interface Outage {
  from: string; // First and last failure; ISO 8601, UTC.
  to: string;
  failed: Record<string, number>;
  maybe_arrived: number; // No reply came after the message.
  errors: readonly string[]; // For example "smtp 451", "ECONNREFUSED".
}

/** The outages of the last day, newest first, without personal data. */
export interface MailJournal {
  readonly outages: readonly Outage[];
}
