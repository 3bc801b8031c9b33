import * as v from "valibot";

import { type Notice, noticesSchema } from "#domain/notice.ts";
import { endpoints } from "#domain/wire.ts";

import { fetchWithSession } from "./session.ts";

/** What staff should know about the installation; empty if that cannot be read, as the records matter more. */
export async function installationNotices(): Promise<readonly Notice[]> {
  try {
    const response = await fetchWithSession(endpoints.notices);
    if (response.ok) return v.parse(noticesSchema, await response.json()).notices;
    if (response.status !== 401) console.error(`The notices returned ${response.status}`);
  } catch (error) {
    console.error("The notices could not be read", error);
  }
  return [];
}
