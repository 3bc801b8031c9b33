import { randomBytes } from "node:crypto";

import * as v from "valibot";

import { submissions } from "#domain/forms/submissions.ts";
import { recordListParser } from "#domain/record-schema.ts";
import { type Submission } from "#domain/submission.ts";
import { callAnswerSchema, endpoints } from "#domain/wire.ts";
import type { App } from "#server/app.ts";
import { newUserRow } from "#server/features/auth/users.ts";
import { BadBackup } from "#server/features/backup/bad-backup.ts";
import { isMarkedUnreadable } from "#server/features/submissions/unreadable-attempts.ts";
import type { TableDigests } from "#server/platform/database/table-digests.ts";
import type { Services } from "#server/services/services.ts";

/** Uses a restored server as staff would, over HTTP; throws where something is missing. */
export async function rehearse({ server, services }: App, tables: TableDigests): Promise<void> {
  await openSealed(services);
  const visitor = { email: "drill@localhost.example", password: randomBytes(15).toString("base64url") };
  const row = await newUserRow({ ...visitor, fullName: "Drill" }, services.now());
  await services.database.write((tx) => tx.insertInto("users").values(row).execute());
  const origin = await server.listen({ host: "127.0.0.1", port: 0 });
  const cookie = await signIn(origin, visitor);
  for (const submission of submissions) {
    const expected = tables[submission.table]?.rows ?? 0;
    const listed = await countListed(origin, cookie, submission);
    if (listed === expected) continue;
    throw new BadBackup(`${submission.table} lists ${listed} records, but ${expected} were backed up.`);
  }
}

/** Mailed submissions that wait to be stored can be read only with the secrets of their time. */
async function openSealed({ database, keys }: Services): Promise<void> {
  const waiting = await database.reader
    .selectFrom("attempts")
    .selectAll()
    .where("state", "=", "mailed")
    .execute();
  // The installation itself could not open these.
  const readable = waiting.filter(({ error_class }) => !isMarkedUnreadable(error_class));
  try {
    for (const { sealed, ref_number } of readable) keys.unseal(sealed ?? "", ref_number);
  } catch {
    throw new BadBackup("The secrets are not those that the backup was made with.");
  }
}

async function signIn(origin: string, credentials: object): Promise<string> {
  const answer = await fetch(origin + endpoints.login, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credentials),
  });
  const { success } = v.parse(callAnswerSchema, await answer.json());
  if (!success) throw new BadBackup("Nobody can sign in.");
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

async function countListed(origin: string, cookie: string, submission: Submission): Promise<number> {
  const list = `${origin}${endpoints.records}/${submission.table}?select=*&limit=50`;
  const answer = await fetch(list, { headers: { cookie, prefer: "count=exact" } });
  recordListParser(submission)(await answer.json());
  return Number(answer.headers.get("content-range")?.split("/")[1]);
}
