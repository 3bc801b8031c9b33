import * as v from "valibot";

import { type Notice, type Outage, mailJournalSchema, noticesSchema } from "#domain/notice.ts";
import { endpoints } from "#domain/wire.ts";

import { fetchInTime } from "./session.ts";

/** The last day's mail outages, newest first. */
export async function mailOutages(): Promise<readonly Outage[]> {
  return (await read(endpoints.mailJournal, mailJournalSchema))?.outages ?? [];
}

/** What staff should know about the installation. */
export async function installationNotices(): Promise<readonly Notice[]> {
  return (await read(endpoints.notices, noticesSchema))?.notices ?? [];
}

/** Returns null if the warnings cannot be read: the records matter more. */
async function read<Output>(path: string, schema: v.GenericSchema<unknown, Output>): Promise<Output | null> {
  try {
    const response = await fetchInTime(path);
    if (response.ok) return v.parse(schema, await response.json());
    if (response.status !== 401) console.error(`${path} returned ${response.status}`);
  } catch (error) {
    console.error(`${path} could not be read`, error);
  }
  return null;
}
