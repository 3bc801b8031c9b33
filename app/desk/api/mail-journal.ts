import * as v from "valibot";

import { mailJournalSchema, type Outage } from "#domain/notice.ts";
import { endpoints } from "#domain/wire.ts";

import { fetchWithSession } from "./session.ts";

const timeoutMs = 5000;

/** The last day's mail outages, newest first. None where they cannot be asked for: the records matter more. */
export async function mailOutages(): Promise<readonly Outage[]> {
  try {
    const answer = await fetchWithSession(endpoints.mailJournal, { signal: AbortSignal.timeout(timeoutMs) });
    if (answer.ok) return v.parse(mailJournalSchema, await answer.json()).outages;
    if (answer.status !== 401) console.error(`The mail journal answered ${answer.status}`);
  } catch (error) {
    console.error("The mail journal could not be read", error);
  }
  return [];
}
