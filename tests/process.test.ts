import { once } from "node:events";
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { expect, onTestFinished, test } from "vitest";

import { cookieHeader } from "./build-test-app.ts";
import { mailBody, storeBody } from "./quote-example.ts";
import { runCommand } from "./run-command.ts";
import { ServerProcess } from "./server-process.ts";

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-process-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function launch(environment: Record<string, string>): ServerProcess {
  const server = new ServerProcess({ PORT: "0", ...environment });
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  return server;
}

interface Started {
  readonly origin: string;
  readonly server: ServerProcess;
}

async function startServer(environment: Record<string, string>): Promise<Started> {
  const server = launch(environment);
  return { server, origin: await server.ready() };
}

function post(server: Started, path: string, body: object, headers: Record<string, string> = {}) {
  return fetch(server.origin + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

async function store(server: Started, refNumber: string): Promise<number> {
  const { anonKey } = await (await fetch(`${server.origin}/config.json`)).json();
  return (await post(server, "/rest/v1/quote_requests", storeBody(refNumber), { apikey: anonKey })).status;
}

function storedReferences(dataDir: string): unknown[] {
  const database = new DatabaseSync(join(dataDir, "quadkea.db"), { readOnly: true });
  const rows = database.prepare("select ref_number from quote_requests").all();
  database.close();
  return rows.map((row) => row["ref_number"]);
}

test("killed between mail and store: after restart and sweep there is exactly one record", async () => {
  const dataDir = await temporaryFolder();
  const first = await startServer({ DATA_DIR: dataDir });
  const { ref_number: refNumber } = await (await post(first, "/send-mail.php", mailBody())).json();
  await first.server.stop("SIGKILL");
  expect(storedReferences(dataDir)).toEqual([]);
  const second = await startServer({ DATA_DIR: dataDir, ADOPT_AFTER_MINUTES: "0" });
  await expect.poll(() => storedReferences(dataDir)).toEqual([refNumber]);
  expect(await store(second, refNumber)).toBe(201);
  expect(storedReferences(dataDir)).toEqual([refNumber]);
  const staffMails = (await readdir(join(dataDir, "mail"))).filter((name) => name.includes("staff"));
  expect(staffMails).toHaveLength(1);
});

test("the same request sent to the restarted server gets the same reference and no second mail", async () => {
  const dataDir = await temporaryFolder();
  const first = await startServer({ DATA_DIR: dataDir });
  const before = await (await post(first, "/send-mail.php", mailBody())).json();
  await first.server.stop("SIGKILL");
  const second = await startServer({ DATA_DIR: dataDir });
  const after = await (await post(second, "/send-mail.php", mailBody())).json();
  expect(after.ref_number).toBe(before.ref_number);
  expect(await store(second, after.ref_number)).toBe(201);
});

async function endCleanly({ server }: Started, signal: NodeJS.Signals): Promise<void> {
  expect(await server.stop(signal)).toBe(0);
  expect(server.output).not.toContain("still under way");
}

test("a second server on the same data refuses to start and says why; SIGINT ends the first one cleanly", async () => {
  const dataDir = await temporaryFolder();
  const first = await startServer({ DATA_DIR: dataDir });
  const second = launch({ DATA_DIR: dataDir });
  expect(await second.ended).toBe(1);
  expect(second.output).toContain("Another server is using");
  await endCleanly(first, "SIGINT");
});

test("with the secrets lost, the next start says which is another one and how to go on; accepted, it starts", async () => {
  const dataDir = await temporaryFolder();
  await endCleanly(await startServer({ DATA_DIR: dataDir }), "SIGTERM");
  const secrets = join(dataDir, "secrets.json");
  await rename(secrets, `${secrets}.kept`);
  const lost = launch({ DATA_DIR: dataDir });
  expect(await lost.ended).toBe(1);
  expect(lost.output).toContain("LINK_SECRET is not the one this database was made with");
  const made = await readFile(secrets, "utf8");
  await rename(`${secrets}.kept`, secrets);
  await endCleanly(await startServer({ DATA_DIR: dataDir }), "SIGTERM");
  await writeFile(secrets, made);
  await runCommand("admin", ["accept-link-secret"], { DATA_DIR: dataDir });
  await endCleanly(await startServer({ DATA_DIR: dataDir }), "SIGTERM");
}, 300_000);

test("a wrong configuration lists every problem and ends with 1", async () => {
  const server = launch({ PORT: "none", MAIL_URL: "x", SITE_ORIGIN: "y" });
  expect(await server.ended).toBe(1);
  for (const name of ["PORT", "MAIL_URL", "SITE_ORIGIN"]) expect(server.output).toContain(`${name} must be`);
});

/** Signs in with the first admin's password as it was printed. */
function signInAsPrinted(server: Started, { output }: ServerProcess): Promise<Response> {
  const [, email, password] = /First admin, shown only now: (\S+) with password (\S+)/.exec(output) ?? [];
  return post(server, "/functions/v1/auth-login", { email, password });
}

test("the first admin's password is shown once, and opens everything once it has been changed", async () => {
  const dataDir = await temporaryFolder();
  const first = await startServer({ DATA_DIR: dataDir });
  await first.server.stop("SIGTERM");
  const second = await startServer({ DATA_DIR: dataDir });
  expect(second.server.output).not.toContain("First admin");
  const [, current = ""] = / with password (\S+)/.exec(first.server.output) ?? [];
  const signedIn = await signInAsPrinted(second, first.server);
  expect(await signedIn.json()).toEqual({ success: true, must_change: true });
  const headers = { cookie: cookieHeader(signedIn) };
  const list = () => fetch(`${second.origin}/rest/v1/quote_requests?select=*`, { headers });
  expect((await list()).status).toBe(403);
  const next = "seven muddy gumboots";
  expect((await post(second, "/functions/v1/auth-password", { current, next }, headers)).status).toBe(200);
  expect((await list()).status).toBe(200);
});

test("a first start that finds its port taken shows the first admin's password all the same", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void taken.close());
  await once(taken, "listening");
  const port = String((taken.address() as AddressInfo).port);
  const refused = launch({ DATA_DIR: await temporaryFolder(), PORT: port });
  expect(await refused.ended).toBe(1);
  expect(refused.output).toContain(`Port ${port} is taken`);
  expect(refused.output).toContain("First admin, shown only now:");
});

test("a start in production warns of settings that are dangerous there; SIGTERM ends it cleanly", async () => {
  const server = await startServer({ DATA_DIR: await temporaryFolder(), NODE_ENV: "production" });
  // They come by another pipe than the line that says the server is ready.
  await expect.poll(() => server.server.output).toContain("Warning: No mail leaves this server.");
  await expect.poll(() => server.server.output).toContain("Warning: No backups are taken.");
  await endCleanly(server, "SIGTERM");
});
