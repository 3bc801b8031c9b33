import { randomBytes } from "node:crypto";
import { join } from "node:path";

import * as v from "valibot";

import { submissions } from "#domain/forms/submissions.ts";
import { recordListParser } from "#domain/record-schema.ts";
import { type Submission } from "#domain/submission.ts";
import { callAnswerSchema, endpoints } from "#domain/wire.ts";
import { type App, buildApp } from "#server/app.ts";
import { newUserRow } from "#server/features/auth/users.ts";
import { BadBackup, type Manifest } from "#server/features/backup/backup-format.ts";
import { withSpareDatabase } from "#server/features/backup/drill-databases.ts";
import { restoreBackup, type RestoreTarget } from "#server/features/backup/restore-backup.ts";
import { isMarkedUnreadable } from "#server/features/submissions/unreadable-attempts.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { TableDigests } from "#server/platform/database/table-digests.ts";
import { withScratchFolder } from "#server/platform/files/scratch-folder.ts";
import { untilStopped } from "#server/platform/jobs/job.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Services } from "#server/services/services.ts";

import { openNewestDeal, proveDeals } from "./prove-deals.ts";

interface DrillContext {
  readonly config: Config;
  readonly log: Log;
  /** Accept a backup that is not encrypted even if a key is set. */
  readonly acceptUnencrypted?: boolean;
  /** The process must end soon after. */
  readonly stopping?: AbortSignal;
}

/** Restores and uses a backup apart from the installation, then removes it. Throws on any difference. */
export function drillBackup(file: string, context: DrillContext): Promise<Manifest> {
  const { config, stopping } = context;
  return withScratchFolder(config.dataDir, (scratch) =>
    withSpareDatabase(config, join(scratch, "data"), (target) =>
      untilStopped(stopping, () => drillIn(scratch, file, target, context)),
    ),
  );
}

async function drillIn(
  scratch: string,
  file: string,
  target: RestoreTarget,
  { config, log, acceptUnencrypted = false }: DrillContext,
): Promise<Manifest> {
  const manifest = await restoreBackup(file, { key: config.backup.key, acceptUnencrypted }, target);
  const mail = { kind: "file", folder: join(scratch, "mail") } as const;
  const backup = { ...config.backup, folder: null };
  const app = await buildApp({ config: { ...config, ...target, mail, backup }, log, siteFolder: null });
  try {
    await useRestored(app, manifest.tables);
  } finally {
    await app.close();
  }
  return manifest;
}

/** Over HTTP. Throws BadBackup if something is missing. */
async function useRestored({ server, services }: App, tables: TableDigests): Promise<void> {
  await openSealed(services);
  await proveDeals(services);
  const user = { email: "drill@localhost.example", password: randomBytes(15).toString("base64url") };
  const row = await newUserRow({ ...user, fullName: "Drill" }, services.now());
  await services.database.write((tx) => tx.insertInto("users").values(row).execute());
  const origin = await server.listen({ host: "127.0.0.1", port: 0 });
  const cookie = await signIn(origin, user);
  await openNewestDeal(services, origin, cookie);
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
  // The installation itself could not open the marked ones.
  const readable = waiting.filter(({ error_class }) => !isMarkedUnreadable(error_class));
  try {
    for (const { sealed, ref_number } of readable) keys.unseal(sealed ?? "", ref_number);
  } catch {
    throw new BadBackup("The secrets are not those that the backup was made with.");
  }
}

async function signIn(origin: string, credentials: object): Promise<string> {
  const response = await fetch(origin + endpoints.login, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credentials),
  });
  const { success } = v.parse(callAnswerSchema, await response.json());
  if (!success) throw new BadBackup("Nobody can sign in.");
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

async function countListed(origin: string, cookie: string, submission: Submission): Promise<number> {
  const list = `${origin}${endpoints.records}/${submission.table}?select=*&limit=50`;
  const response = await fetch(list, { headers: { cookie, prefer: "count=exact" } });
  recordListParser(submission)(await response.json());
  return Number(response.headers.get("content-range")?.split("/")[1]);
}
