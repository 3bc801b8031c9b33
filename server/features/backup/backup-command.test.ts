import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { expect, onTestFinished, test, vi } from "vitest";

import { sqliteFileIn } from "#server/platform/config/config.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, ordersIn } from "#tests/deal-examples.ts";
import { dealPage, visit } from "#tests/deal-visit.ts";
import { testSecrets } from "#tests/postgres.ts";
import { runCommand, tryCommand } from "#tests/run-command.ts";
import { addRecord, contactMessageExample } from "#tests/submission-examples.ts";

import { takeBackup } from "./take-backup.ts";

// Each command is a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const dayMs = 24 * 60 * 60_000;
const key = "a backup key for tests only, of good length";

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-command-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** `npm run backup`, `restore` or `drill` with these words. */
async function run(environment: Readonly<Record<string, string>>, ...words: string[]): Promise<Ended> {
  const { code, stdout, stderr } = await tryCommand("backup", words, environment);
  return { code, output: code === 0 ? stdout : stdout + stderr };
}

async function backUp(app: TestApp, variables: Record<string, string>): Promise<string> {
  const { output } = await run({ ...app.environment, ...variables }, "backup", await temporaryFolder());
  return /^\S+\.backup$/m.exec(output)?.[0] ?? "";
}

test("with a key set, a backup that is not encrypted is neither drilled nor restored unless --unencrypted is given", async () => {
  const app = await buildTestApp();
  const file = await backUp(app, {});
  const keyed = { ...app.environment, BACKUP_KEY: key };
  const dataDir = join(await temporaryFolder(), "data");
  const restored = { BACKUP_KEY: key, DATA_DIR: dataDir };
  const refused = { code: 1, output: expect.stringContaining("add --unencrypted") };
  expect(await run(keyed, "drill", file)).toEqual(refused);
  expect(await run(restored, "restore", file)).toEqual(refused);
  expect(await readdir(dataDir).catch(() => [])).toEqual([]);
  expect(await run(keyed, "drill", file, "--unencrypted")).toMatchObject({ code: 0 });
  expect(await run(restored, "restore", "--unencrypted", file)).toMatchObject({ code: 0 });
});

test("a backup without secrets is not restored while one of the three is missing, and nothing is touched", async () => {
  const app = await buildTestApp({ environment: testSecrets });
  const { dataDir: source } = app;
  const order = {
    database: sqliteFileIn(source),
    dataDir: source,
    photos: null,
    folder: await temporaryFolder(),
    key: null,
    at: new Date(),
  };
  const { file } = await takeBackup(order);
  const dataDir = join(await temporaryFolder(), "data");
  const refused = {
    code: 1,
    output: expect.stringContaining("This backup holds no secrets: set the ANON_KEY"),
  };
  const names = Object.keys(testSecrets);
  const withoutOne = names.map((name) =>
    run({ DATA_DIR: dataDir, ...testSecrets, [name]: "" }, "restore", file),
  );
  expect(await Promise.all(withoutOne)).toEqual([refused, refused, refused]);
  expect(await readdir(dataDir).catch(() => [])).toEqual([]);
});

/** The shell commands of docs/backups.md. `age` asks a terminal for its passphrase. */
function shell(folder: string, command: string, typed = ""): string {
  const terminal = ["--quiet", "--return", "--command", command, "/dev/null"];
  const program = typed === "" ? ["sh", "-c", command] : ["script", ...terminal];
  return execFileSync(program[0] ?? "", program.slice(1), { cwd: folder, input: typed, encoding: "utf8" });
}

const hasAge =
  spawnSync("age", ["--version"]).status === 0 && spawnSync("script", ["--version"]).status === 0;

test.for([
  ["tar", {}, true],
  ["age and tar", { BACKUP_KEY: key }, hasAge],
] as const)("%s alone open a backup", async ([name, variables, isInstalled], { skip }) => {
  if (!isInstalled) skip(`${name} are not installed`);
  const app = await buildTestApp();
  await runCommand("person", ["erase", "moana@example.co.nz"], app.environment);
  const reference = await addMessage(app, "hemi@example.co.nz");
  const file = await backUp(app, variables);
  const folder = await temporaryFolder();
  if (name === "tar") shell(folder, `tar xf ${file}`);
  else shell(folder, `age -d ${file} > opened.tar && tar xf opened.tar`, `${key}\n`);
  const archive = name === "tar" ? file : "opened.tar";
  const files = ["manifest.json", "quadkea.db", "secrets.json", "erasures.jsonl", "sha256"];
  expect(await readdir(folder)).toEqual(expect.arrayContaining(files));
  expect(JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"))).toMatchObject({
    files: files.slice(1, 4),
    rows: { contact_messages: 1 },
  });
  for (const one of files.slice(1, 4)) expect((await stat(join(folder, one))).mode & 0o777).toBe(0o600);
  const opened = new DatabaseSync(join(folder, "quadkea.db"), { readOnly: true });
  expect(opened.prepare("select ref_number from contact_messages").all()).toEqual([
    { ref_number: reference },
  ]);
  opened.close();
  const hash = shell(folder, `head -c -2048 ${archive} | sha256sum`);
  expect(hash).toBe(`${await readFile(join(folder, "sha256"), "utf8")}  -\n`);
});

async function addMessage(app: TestApp, email: string): Promise<string> {
  const example = { ...contactMessageExample, values: { ...contactMessageExample.values, email } };
  return addRecord(app, example);
}

/** As if they had not left yet when the backup is taken. */
async function unsendMails({ app }: TestApp): Promise<void> {
  await app.services.mailStep.settled();
  const bytes = { envelope_from: "a@kea.example", envelope_to: "b@kea.example", source: "" };
  const unsent = { state: "queued" as const, ...bytes };
  await app.services.database.write((tx) => tx.updateTable("outbox").set(unsent).execute());
}

test("restoring a backup from before an erasure repeats it, says so, signs everybody out and sends no mail again", async () => {
  const app = await buildTestApp();
  const [erased, kept] = [
    await addMessage(app, "moana@example.co.nz"),
    await addMessage(app, "hemi@example.co.nz"),
  ];
  const cookie = await app.signIn();
  await unsendMails(app);
  const variables = { ...app.environment, BACKUP_DIR: await temporaryFolder(), BACKUP_KEY: key };
  const file = /^\S+\.backup$/m.exec((await run(variables, "backup")).output)?.[0] ?? "";
  await runCommand("person", ["erase", "moana@example.co.nz"], variables);
  const dataDir = join(await temporaryFolder(), "data");
  const { code, output } = await run({ ...variables, DATA_DIR: dataDir }, "restore", file);
  expect([code, output]).toEqual([0, expect.stringMatching(/Erased again, .*\(1\): QK-/)]);
  expect(output).toContain(erased);
  expect(output).not.toContain("moana");
  expect(output).toMatch(/Everybody is signed out \(sessions ended: 1\)[^]*staff@quadkea\.example/);
  expect(await readdir(dataDir)).not.toContain("restore-unfinished");
  const restored = await buildTestApp({ environment: { DATA_DIR: dataDir } });
  expect(await restored.rows("contact_messages")).toMatchObject([{ ref_number: kept }]);
  // It may have left since.
  expect(await restored.rows("outbox")).toMatchObject([{ ref_number: kept, state: "unknown" }]);
  const refresh = { method: "POST", headers: { cookie } };
  expect((await restored.fetch("/functions/v1/auth-refresh", refresh)).status).toBe(401);
});

test("after a restore no order lapses before its payment is entered again, and no invoice number is given out twice", async () => {
  const app = await buildTestApp({ startAt: new Date(Date.now() - 30 * dayMs) });
  const { ref_number: ref } = await addOrder(app);
  const file = await backUp(app, {});
  const since = await addOrder(app);
  const dataDir = join(await temporaryFolder(), "data");
  const { output } = await run({ DATA_DIR: dataDir }, "restore", file);
  expect(output).toMatch(/^Orders that wait for payment: 1\. They do so until the end of \w+ \d+ \w+/m);
  expect(output).toMatch(/^The next invoice is 2002: the numbers 1002 to 2001 /m);
  const restored = await buildTestApp({ environment: { DATA_DIR: dataDir } });
  await restored.app.run("deals");
  expect(await ordersIn(restored)).toEqual([[ref, "awaiting_payment", 1001]]);
  expect((await visit(restored, dealPage(restored, ref))).heading).toBe("Approved: now the payment");
  const next = await addOrder(restored);
  expect([since, next].map(({ invoice_number: number }) => number)).toEqual([1002, 2002]);
  // The gap is not an error.
  expect(await run(restored.environment, "drill", await backUp(restored, {}))).toMatchObject({ code: 0 });
});

test("without a list of erasures, a restore says what to do; one that lies next to the backup is followed, a forged line is not", async () => {
  const app = await buildTestApp();
  await addMessage(app, "moana@example.co.nz");
  const file = await backUp(app, {});
  await runCommand("person", ["erase", "moana@example.co.nz"], app.environment);
  const dataDir = join(await temporaryFolder(), "data");
  const restored = async () => {
    await rm(dataDir, { recursive: true, force: true });
    return (await run({ DATA_DIR: dataDir }, "restore", file)).output;
  };
  expect(await restored()).toContain("No erasures are listed in");
  const list = await readFile(join(app.dataDir, "erasures.jsonl"), "utf8");
  const forged = list.replace('"orders":false', '"orders":true');
  await writeFile(join(dirname(file), "erasures.jsonl"), forged);
  const untouched = await restored();
  expect(untouched).toContain("Lines of the list that were left out: 1.");
  expect(untouched).toContain("nothing of them was there");
  await writeFile(join(dirname(file), "erasures.jsonl"), list);
  expect(await restored()).toMatch(/Erased again, .*\(1\): QK-/);
});

test("an erasure whose line cannot be written erases nothing", async () => {
  const app = await buildTestApp();
  await addMessage(app, "moana@example.co.nz");
  const folder = join(await temporaryFolder(), "a file");
  await writeFile(folder, "");
  const variables = { ...app.environment, BACKUP_DIR: folder };
  const { code, stderr } = await tryCommand("person", ["erase", "moana@example.co.nz"], variables);
  expect([code, stderr]).toEqual([1, expect.stringContaining("Nothing was erased: the list of erasures")]);
  expect(await app.rows("contact_messages")).toHaveLength(1);
});
