import { randomUUID } from "node:crypto";

import { openSession } from "#server/features/auth/sessions.ts";
import { newUserRow } from "#server/features/auth/users.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

/** Adds an owner, who may do everything at the desk; returns their id. */
export async function addBenchUser(database: Database): Promise<string> {
  const user = { email: `${randomUUID()}@quadkea.example`, fullName: "Bench", password: randomUUID() };
  const now = new Date();
  const row = await newUserRow({ ...user, role: "owner" }, now);
  await database.write((tx) => tx.insertInto("users").values(row).execute());
  return row.id;
}

/** Opens a session of that user; returns its token. */
export async function openBenchSession(services: Services, userId: string): Promise<string> {
  const { database } = services;
  return database.write((tx) => openSession(tx, services, { userId, browser: "Bench" }));
}
