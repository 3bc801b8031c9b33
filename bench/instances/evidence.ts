import { Client } from "pg";

import type { MailServer } from "#tests/mail-server.ts";

import { printTable } from "../measuring/table.ts";
import { staffMails } from "../reliability/chaos-mail.ts";
import type { Visitors } from "./visitors.ts";

/** One thing that must not have happened, and how often it did. */
export interface Finding {
  readonly what: string;
  readonly found: number;
}

/** Prints the findings; true if nothing was found. */
export function printFindings(findings: readonly Finding[]): boolean {
  printTable(
    ["what", "bar", "found"],
    findings.map(({ what, found }) => [what, "0", String(found)]),
  );
  return findings.every(({ found }) => found === 0);
}

/** Compares what visitors' responses said with what is stored and mailed. */
export async function compareWithRecords(
  visitors: Visitors,
  databaseUrl: string,
  mail: MailServer,
): Promise<Finding[]> {
  const records = await storedRequests(databaseUrl);
  const references = new Set(records.map(({ ref_number }) => ref_number));
  const people = new Set(records.map(({ email }) => email));
  const mails = staffMails(mail).map(({ reference }) => reference);
  const mailed = new Set(mails);
  const acknowledged = [...visitors.acknowledged.values()];
  console.log(
    `${visitors.count} visitors, ${acknowledged.length} acknowledged, ${records.length} records, ${mails.length} staff mails ` +
      `with ${mailed.size} references\n`,
  );
  return [
    { what: "acknowledged, but no record", found: acknowledged.filter((one) => !references.has(one)).length },
    { what: "visitors with two records", found: records.length - people.size },
    {
      what: "records that nobody was mailed",
      found: [...references].filter((one) => !mailed.has(one)).length,
    },
    { what: "visitors who never got through", found: visitors.count - visitors.finished.size },
  ];
}

interface Stored {
  readonly ref_number: string;
  readonly email: string;
}

async function storedRequests(databaseUrl: string): Promise<Stored[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Stored>("select ref_number, email from quote_requests");
    return rows;
  } finally {
    await client.end();
  }
}

/** "200: 5,120, 201: 5,118, 502: 14", a status 0 being no answer at all. */
export function countStatuses(visitors: Visitors): string {
  const counts = new Map<number, number>();
  for (const { status } of visitors.answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  const sorted = [...counts].toSorted(([one], [other]) => one - other);
  return sorted.map(([status, count]) => `${status}: ${count.toLocaleString("en-NZ")}`).join(", ");
}
