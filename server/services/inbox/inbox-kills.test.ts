import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { expect, onTestFinished, test } from "vitest";

import { readConfig } from "#server/platform/config/config.ts";
import { openForCommand } from "#server/platform/database/open-database.ts";
import { type Dovecot, startDovecot } from "#tests/dovecot.ts";
import { emptyDatabase } from "#tests/postgres.ts";
import { ServerProcess } from "#tests/server-process.ts";

const isPostgres = process.env["TEST_ENGINE"] === "postgres";
const messages = 200;
const kills = 20;

/** Servers over one database, one of which is replaced after each kill. */
async function servers(environment: Record<string, string>, count: number) {
  const launch = async () => {
    const server = new ServerProcess({ PORT: "0", UNDO_SECONDS: "0", ...environment });
    onTestFinished(async () => void (await server.stop("SIGKILL")));
    await server.ready();
    return server;
  };
  const running: ServerProcess[] = [];
  for (let number = 0; number < count; number += 1) running.push(await launch());
  return {
    async killOne(): Promise<void> {
      const [server] = running.splice(0, 1);
      await server?.stop("SIGKILL");
      running.push(await launch());
    },
  };
}

async function deliver(dovecot: Dovecot, from: number, to: number): Promise<void> {
  for (let number = from; number < to; number += 1) {
    const lines = [`From: hemi${number}@example.co.nz`, `Message-ID: <m${number}@example.co.nz>`];
    await dovecot.deliver([...lines, `Subject: m${number}`, "", `Answer ${number}`, ""].join("\r\n"));
  }
}

test.for([isPostgres ? 2 : 1])(
  `${messages} messages, while servers and mail servers are killed ${kills} times: each is taken in and moved once by %i`,
  { timeout: 180_000 },
  async (instances, { skip }) => {
    const dovecot = await startDovecot(skip);
    const dataDir = await mkdtemp(join(tmpdir(), "quadkea-kills-"));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const environment = { ...(await emptyDatabase()), DATA_DIR: dataDir, INBOX_URL: dovecot.url() };
    const { killOne } = await servers(environment, instances);
    for (let kill = 0; kill < kills; kill += 1) {
      await deliver(dovecot, (messages / kills) * kill, (messages / kills) * (kill + 1));
      await delay((kill * 37) % 160);
      if (kill % 4 === 0) {
        await dovecot.kill();
        await dovecot.start();
      } else if (kill % 4 === 2) await killOne();
      else dovecot.kick();
    }
    await expect.poll(() => dovecot.subjects("INBOX"), { timeout: 60_000 }).toEqual([]);
    const result = readConfig(environment);
    if (!result.ok) throw new Error(result.problems.join());
    const database = await openForCommand(result.config.database);
    onTestFinished(() => database.close());
    const rows = await database.reader.selectFrom("inbound_mails").select("subject").execute();
    const each = Array.from({ length: messages }, (_, number) => `m${number}`).toSorted();
    expect(rows.map(({ subject }) => subject).toSorted()).toEqual(each);
    expect(await dovecot.subjects("QuadKea/Unfiled")).toEqual(each);
  },
);
