import { once } from "node:events";
import { rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { createLog } from "#server/platform/observability/log.ts";
import { asOperator, buildTestApp, type TestApp, type TestAppOptions } from "#tests/build-test-app.ts";
import { type DovecotOptions, startDovecot } from "#tests/dovecot.ts";
import { quoteExample } from "#tests/quote-example.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

import { startChores } from "../schedule/chores.ts";

const letter = (subject: string, from = "hemi@example.co.nz") =>
  `From: ${from}\r\nMessage-ID: <${subject}@example.co.nz>\r\nSubject: ${subject}\r\n\r\nYes please.\r\n`;

type Given = DovecotOptions & Pick<TestAppOptions, "expectedWarnings" | "inboxTimes">;

/** An app that reads a mailbox of dovecot. */
async function inboxOf(skip: (note: string) => void, given: Given = {}) {
  const dovecot = await startDovecot(skip, given);
  const app = await buildTestApp({ ...given, environment: { INBOX_URL: dovecot.url() } });
  const look = () => app.app.run("inbox");
  const kept = async () => (await app.rows("inbound_mails")).map((row) => row["subject"]);
  return { dovecot, app, look, kept };
}

/** Lets the clock drive the app's inbox. */
function runByItself({ app }: TestApp): void {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  startChores([{ name: "inbox", every: 1000 }], app.run, silentLog, stopping.signal);
}

async function sentenceAndGauge(app: TestApp) {
  const metrics = await (await app.fetch("/metrics", asOperator)).text();
  return [
    app.app.services.inbox.notice()?.words.split(".")[0],
    /^quadkea_inbox_ready (\d)$/m.exec(metrics)?.[1],
  ];
}

const silentLog = createLog("silent");
const lost = "the mailbox cannot be read";

test("a message is taken in once and moved to the folder that says what became of it", async ({ skip }) => {
  const { dovecot, app, look, kept } = await inboxOf(skip);
  const reference = await addRecord(app, quoteRequestExample);
  await dovecot.deliver(letter(reference, quoteExample.email));
  await dovecot.deliver(letter("odd"));
  await look();
  await look();
  expect((await kept()).toSorted()).toEqual([reference, "odd"]);
  expect(await dovecot.subjects("INBOX")).toEqual([]);
  expect(await dovecot.subjects("QuadKea/Filed")).toEqual([reference]);
  expect(await dovecot.subjects("QuadKea/Unfiled")).toEqual(["odd"]);
  expect(await sentenceAndGauge(app)).toEqual([undefined, "1"]);
  expect(await (await app.fetch("/metrics", asOperator)).text()).toContain(
    'quadkea_inbox_messages_total{shelf="filed"} 1',
  );
});

test("the mail server says at once that something came, also after it broke the connection off", async ({
  skip,
}) => {
  // It may break while what came is being moved.
  const given = { inboxTimes: { lookEveryMs: 600_000 }, expectedWarnings: [lost] };
  const { dovecot, app, kept } = await inboxOf(skip, given);
  runByItself(app);
  for (const subject of ["first", "second"]) {
    await delay(1500);
    await dovecot.deliver(letter(subject));
    await expect.poll(kept, { timeout: 3000 }).toContain(subject);
    dovecot.kick();
  }
});

test("what the mail server does not say is found when it is time to look", async ({ skip }) => {
  const { dovecot, app, kept } = await inboxOf(skip, { without: "IDLE", inboxTimes: { lookEveryMs: 2000 } });
  runByItself(app);
  await delay(1500);
  await dovecot.deliver(letter("silent"));
  await expect.poll(kept, { timeout: 4000 }).toEqual(["silent"]);
});

test("a mail server that dies between taking in and moving: the messages are offered again and moved", async ({
  skip,
}) => {
  const { dovecot, app, look, kept } = await inboxOf(skip, { expectedWarnings: [lost] });
  const subjects = Array.from({ length: 40 }, (_, number) => `m${number + 10}`);
  for (const subject of subjects) await dovecot.deliver(letter(subject));
  const looking = look();
  await expect.poll(async () => (await kept()).length, { interval: 2 }).toBeGreaterThan(0);
  await dovecot.kill();
  await looking;
  // It may have moved them just before.
  const left = [...(await dovecot.subjects("INBOX")), ...(await dovecot.subjects("QuadKea/Unfiled"))];
  expect(left.toSorted()).toEqual(subjects);
  await look();
  expect(await sentenceAndGauge(app)).toEqual(["The mail server cannot be reached", "0"]);
  await dovecot.start();
  await look();
  expect((await kept()).toSorted()).toEqual(subjects);
  expect([await dovecot.subjects("INBOX"), await dovecot.subjects("QuadKea/Unfiled")]).toEqual([
    [],
    subjects,
  ]);
  expect(await sentenceAndGauge(app)).toEqual([undefined, "1"]);
});

test("with another UIDVALIDITY, or without our folders, nothing is lost", async ({ skip }) => {
  const { dovecot, look, kept } = await inboxOf(skip, { expectedWarnings: [lost] });
  await dovecot.deliver(letter("before"));
  await look();
  await rm(dovecot.maildir("QuadKea/Unfiled"), { recursive: true });
  await dovecot.deliver(letter("folder gone"));
  await look();
  expect(await dovecot.subjects("QuadKea/Unfiled")).toEqual(["folder gone"]);
  await dovecot.kill();
  for (const name of ["dovecot-uidlist", "dovecot-uidvalidity", "dovecot.index.log"])
    await rm(join(dovecot.maildir(), name));
  await dovecot.deliver(letter("after"));
  await dovecot.start();
  await look();
  await look();
  expect(await kept()).toEqual(["before", "folder gone", "after"]);
  expect(await dovecot.subjects("INBOX")).toEqual([]);
});

test("a mail server that cannot move keeps the message, copied and marked; it is not read again", async ({
  skip,
}) => {
  const { dovecot, app, look } = await inboxOf(skip, { without: "MOVE", delimiter: "." });
  await dovecot.deliver(letter("yes"));
  await look();
  const again = await app.restart();
  await again.app.run("inbox");
  expect([await dovecot.subjects("INBOX"), await dovecot.subjects("QuadKea/Unfiled")]).toEqual([
    ["yes"],
    ["yes"],
  ]);
  expect(await (await again.fetch("/metrics", asOperator)).text()).not.toContain(
    'messages_total{shelf="unfiled"}',
  );
});

test("a message that cannot be stored holds up nothing, is named, and is tried again", async ({ skip }) => {
  const expectedWarnings = ["a message could not be taken in"];
  const { dovecot, app, look, kept } = await inboxOf(skip, { expectedWarnings });
  const { database, inbox } = app.app.services;
  const change = (text: string) => database.write((tx) => sql.raw(text).execute(tx));
  await change(`create trigger refused before insert on inbound_mails when new.subject = 'poison'
    begin select raise(abort, 'cannot be stored'); end`);
  for (const subject of ["poison", "yes"]) await dovecot.deliver(letter(subject));
  await dovecot.deliver(letter("huge").padEnd(41 * 1024 * 1024, `${"x".repeat(76)}\r\n`));
  await look();
  await look();
  expect(await dovecot.subjects("QuadKea/Unfiled")).toEqual(["yes"]);
  expect(app.logLines.filter(({ msg }) => msg === expectedWarnings[0])).toHaveLength(1);
  expect(inbox.notice()?.title).toBe("2 mails to us were not taken in.");
  expect(inbox.notice()?.words).toContain("(1 larger than 40 MB; 1 not stored, which is tried again)");
  await change("drop trigger refused");
  await look();
  expect(await kept()).toEqual(["yes", "poison"]);
  expect(await dovecot.subjects("INBOX")).toEqual(["huge"]);
  expect(inbox.notice()?.title).toBe("A mail to us was not taken in.");
});

test("a refused password is at the desk at once, in words to act on, and gone when it is right", async ({
  skip,
}) => {
  const { dovecot, app, look, kept } = await inboxOf(skip, { password: "another", expectedWarnings: [lost] });
  await dovecot.deliver(letter("yes"));
  await look();
  await look();
  const cookie = await app.signIn();
  const shown = async () => {
    const response = await app.fetch("/functions/v1/notices", { headers: { cookie } });
    return response.text();
  };
  expect(await shown()).toContain("The mail server refused the user or the password in INBOX_URL.");
  expect(app.logLines.filter(({ msg }) => msg === lost)).toHaveLength(1);
  expect((await app.fetch("/readyz")).status).toBe(200);
  await dovecot.kill();
  await dovecot.start({ password: "secret" });
  await look();
  expect(await kept()).toEqual(["yes"]);
  expect(await shown()).not.toContain("INBOX_URL");
});

test.for([
  ["/Nowhere", "The mailbox that INBOX_URL names does not exist"],
  [
    "+starttls",
    "The connection to the mail server cannot be protected: its certificate is refused, or it has none",
  ],
] as const)("%s in INBOX_URL has a sentence of its own", async ([change, sentence], { skip }) => {
  const dovecot = await startDovecot(skip);
  const path = change === "/Nowhere" ? "Nowhere" : "INBOX";
  const url = dovecot.url(path).replace(/^imap/, change === "/Nowhere" ? "imap" : "imap+starttls");
  const app = await buildTestApp({ environment: { INBOX_URL: url }, expectedWarnings: [lost] });
  await app.app.run("inbox");
  expect(await sentenceAndGauge(app)).toEqual([sentence, "0"]);
});

test("a mail server that hangs is at the desk within a minute; stopping does not wait for it", async ({
  skip,
}) => {
  const { dovecot, app, look } = await inboxOf(skip, { expectedWarnings: [lost] });
  await look();
  dovecot.pause();
  const from = performance.now();
  await look();
  const foundAfterMs = performance.now() - from;
  expect(foundAfterMs + 20_000).toBeLessThan(60_000);
  expect(await sentenceAndGauge(app)).toEqual(["The mail server does not respond", "0"]);
  const looking = look();
  await app.stop();
  await looking;
  expect(performance.now() - from - foundAfterMs).toBeLessThan(3000);
});

/** Stands between us and a mail server. While it dribbles, a message comes byte by byte. */
async function dribbling(to: string) {
  const line = { isSlow: true };
  const server = createServer((client) => {
    const upstream = connect(Number(to), "127.0.0.1");
    client.pipe(upstream);
    let isMessage = false;
    upstream.on("data", (data: Buffer) => {
      isMessage ||= line.isSlow && data.includes("BODY[]");
      if (!isMessage) client.write(data);
      else {
        const bytes = data.values();
        const timer = setInterval(() => client.write(Buffer.from([bytes.next().value ?? 0])), 50);
        client.once("close", () => clearInterval(timer));
      }
    });
    for (const socket of [client, upstream])
      socket
        .on("error", () => undefined)
        .on("close", () => [client, upstream].forEach((one) => one.destroy()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { line, port: String((server.address() as AddressInfo).port) };
}

test("a mail server that sends a message byte by byte is cut off and named, and others may read", async ({
  skip,
}) => {
  const dovecot = await startDovecot(skip);
  const { line, port } = await dribbling(dovecot.port);
  const environment = { INBOX_URL: dovecot.url().replace(dovecot.port, port) };
  const inboxTimes = { lookEveryMs: 0, stillMs: 10, pauseMs: 0, stuckMs: 2000 };
  const app = await buildTestApp({ environment, inboxTimes, expectedWarnings: [lost] });
  await dovecot.deliver(letter("slow"));
  const began = performance.now();
  await app.app.run("inbox");
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(await sentenceAndGauge(app)).toEqual(["The mail server does not respond", "0"]);
  let isFree = false;
  await app.app.services.database.alone("inbox", async () => void (isFree = true));
  expect(isFree).toBe(true);
  line.isSlow = false;
  // Two seconds are short on a busy machine.
  const moved = () => app.app.run("inbox").then(() => dovecot.subjects("QuadKea/Unfiled"));
  await expect.poll(moved, { timeout: 30_000 }).toEqual(["slow"]);
  expect(await sentenceAndGauge(app)).toEqual([undefined, "1"]);
});

test("a large message comes in pieces, and whole", async ({ skip }) => {
  const { dovecot, app, look } = await inboxOf(skip);
  const notes = "Ring me after five.\r\n".repeat(50_000);
  const type = 'Content-Type: text/plain; name="notes.txt"\r\nContent-Disposition: attachment';
  await dovecot.deliver(letter("large").replace("\r\n\r\n", `\r\n${type}\r\n\r\n${notes}`));
  await look();
  const [{ content = null } = {}] = await app.rows("inbound_files");
  expect(Buffer.from(content as Uint8Array).toString()).toContain(notes.replaceAll("\r\n", "\n"));
  expect(await dovecot.subjects("QuadKea/Unfiled")).toEqual(["large"]);
});
