import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

import { expect, onTestFinished, test, vi } from "vitest";

import { runCommand } from "./run-command.ts";
import { ServerProcess } from "./server-process.ts";
import { contactMessageExample as message, recordBody } from "./submission-examples.ts";

const today = new Date("2026-11-22T00:00:00.000Z");
const daysLater = (days: number) => new Date(today.getTime() + days * 24 * 60 * 60_000).toISOString();
const twoYears = daysLater(767);

const clock = pathToFileURL(join(import.meta.dirname, "clock-starts-at.mjs")).href;
const clockAt = (instant: string) => ({ NODE_OPTIONS: `--import=${clock}`, CLOCK_STARTS_AT: instant });

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-clock-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

type Place = Readonly<Record<"DATA_DIR" | "BACKUP_DIR", string>>;

async function start(
  place: Partial<Place>,
  instant: string,
): Promise<{ server: ServerProcess; origin: string }> {
  const server = new ServerProcess({ PORT: "0", ...place, ...clockAt(instant) });
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  return { server, origin: await server.ready() };
}

/** Both calls of that many visitors. */
async function submit(origin: string, visitors: readonly number[]): Promise<void> {
  const { anonKey } = await (await fetch(`${origin}/config.json`)).json();
  const post = (path: string, body: object) =>
    fetch(origin + path, {
      method: "POST",
      headers: { "content-type": "application/json", apikey: anonKey },
      body: JSON.stringify(body),
    });
  for (const visitor of visitors) {
    const values = { ...message.values, email: `visitor-${visitor}@example.co.nz` };
    const mailed = await post("/send-mail.php", { form_type: message.submission.formType, ...values });
    const { ref_number: reference } = await mailed.json();
    const stored = await post("/rest/v1/contact_messages", recordBody({ ...message, values }, reference));
    expect([mailed.status, stored.status]).toEqual([200, 201]);
  }
}

async function heldIn({ DATA_DIR, BACKUP_DIR }: Place) {
  const database = new DatabaseSync(join(DATA_DIR, "quadkea.db"), { readOnly: true });
  const records = database.prepare("select ref_number from contact_messages").all().length;
  database.close();
  const mails = await readdir(join(DATA_DIR, "mail"));
  return { records, mails: mails.length, backups: await readdir(BACKUP_DIR) };
}

/** Twenty records, their forty mails, and the backups of four days, each with all of them. */
async function shop(): Promise<Place> {
  const place = { DATA_DIR: await temporaryFolder(), BACKUP_DIR: await temporaryFolder() };
  const first = await start({ DATA_DIR: place.DATA_DIR }, today.toISOString());
  await submit(
    first.origin,
    Array.from({ length: 20 }, (_, visitor) => visitor),
  );
  await expect.poll(async () => (await readdir(join(place.DATA_DIR, "mail"))).length).toBe(40);
  await first.server.stop("SIGTERM");
  await run("backup", ["backup"], place, today.toISOString());
  const [newest = ""] = await readdir(place.BACKUP_DIR);
  for (const day of ["19", "20", "21"]) {
    const earlier = newest.replace("20261122T", `202611${day}T`);
    await copyFile(join(place.BACKUP_DIR, newest), join(place.BACKUP_DIR, earlier));
  }
  return place;
}

/** Runs a command next to the server; resolves with what it prints. */
async function run(command: string, args: readonly string[], place: Place, instant: string) {
  return (await runCommand(command, args, { ...place, ...clockAt(instant) })).stdout;
}

// Every server, backup and drill is a process of its own.
vi.setConfig({ testTimeout: 240_000 });
const wait = { timeout: 60_000 };

test("one start with the clock two years ahead removes nothing; confirmed, the server goes on", async () => {
  const place = await shop();
  const before = await heldIn(place);
  const wrong = await start(place, twoYears);
  await expect.poll(() => wrong.server.output, wait).toContain("drill passed");
  const { backups, ...held } = await heldIn(place);
  expect(held).toEqual({ records: 20, mails: 40 });
  expect(backups).toEqual(expect.arrayContaining(before.backups));
  const ready = await fetch(`${wrong.origin}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([503, { clock: false, database: true }]);
  expect(wrong.server.output.match(/the clock cannot be right/g)).toHaveLength(1);

  const confirm = (date: string) => run("clock", ["confirm", date], place, twoYears);
  await expect(confirm("2026-11-22")).rejects.toThrow("That is not 2026-11-22. Set the clock right first");
  expect(await confirm("2028-12-28")).toContain("Confirmed.");
  expect((await fetch(`${wrong.origin}/readyz`)).status).toBe(200);
  await wrong.server.stop("SIGTERM");
  const again = await start(place, twoYears);
  await expect.poll(() => again.server.output, wait).toContain("records removed that were due");
  expect(again.server.output).toContain("old backups removed");
  expect(await heldIn(place)).toMatchObject({
    records: 0,
    mails: 0,
    backups: [expect.stringMatching("2028")],
  });
});
