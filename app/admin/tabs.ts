import type { Submission } from "#domain/submission.ts";
import { submissions } from "#domain/submissions.ts";

/** One tab of the panel. A kind that does not exist yet has no submission, and stays empty. */
export interface Tab {
  readonly table: string;
  readonly title: string;
  readonly empty: string;
  readonly submission: Submission | null;
}

// The panel's three tabs (specification section 2), until their nouns exist.
const planned: readonly Tab[] = [
  {
    table: "contact_messages",
    title: "Contact Messages",
    empty: "No contact messages yet",
    submission: null,
  },
  {
    table: "vehicle_submissions",
    title: "Vehicle Submissions",
    empty: "No vehicle submissions yet",
    submission: null,
  },
];

const existing: readonly Tab[] = submissions.map((submission) => ({
  table: submission.table,
  ...submission.tab,
  submission,
}));

export const tabs: readonly Tab[] = [
  ...existing,
  ...planned.filter(({ table }) => existing.every((tab) => tab.table !== table)),
];

/** The tab of that table, else the first. */
export function tabFor(table: string | undefined): Tab {
  const tab = tabs.find((candidate) => candidate.table === table) ?? tabs[0];
  if (tab === undefined) throw new Error("The panel has no tabs");
  return tab;
}
