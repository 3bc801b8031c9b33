import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

import { expect, onTestFinished, test } from "vitest";

import { createLog } from "#server/platform/observability/log.ts";
import { buildTestApp, type TestApp, type TestAppOptions } from "#tests/build-test-app.ts";
import { type Dovecot, type DovecotOptions, startDovecot } from "#tests/dovecot.ts";

import { startChores } from "../schedule/chores.ts";
import type { ArrivedMessage, Shelf } from "./mailbox.ts";

const letter = (subject: string) =>
  `From: Hemi <hemi@example.co.nz>\r\nMessage-ID: <${subject}@example.co.nz>\r\nSubject: ${subject}\r\n\r\nYes please.\r\n`;
const subjectOf = (source: string | Uint8Array) => /^Subject: (.*?)\r$/m.exec(source.toString())?.[1] ?? "";

interface Given extends DovecotOptions, Pick<TestAppOptions, "expectedWarnings" | "inboxTimes"> {
  /** What happens once a message is stored, before it is moved. */
  readonly stored?: (subject: string, dovecot: Dovecot) => Promise<void> | void;
}

/** An app that reads a mailbox of dovecot. What it keeps has the key that the real one has, so that a second time shows. */
async function inboxOf(skip: (note: string) => void, { stored, ...given }: Given = {}) {
  const dovecot = await startDovecot(skip, given);
  const kept: string[] = [];
  const times = new Map<string, number>();
  const takeIn = async ({ source }: ArrivedMessage): Promise<Shelf> => {
    const subject = subjectOf(Buffer.from(source));
    times.set(subject, (times.get(subject) ?? 0) + 1);
    if (!kept.includes(subject)) kept.push(subject);
    await stored?.(subject, dovecot);
    return subject.startsWith("odd") ? "Unfiled" : "Filed";
  };
  const app = await buildTestApp({ takeIn, ...given, environment: { INBOX_URL: dovecot.url() } });
  const look = () => app.app.run("inbox");
  const subjects = async (folder: string) => (await dovecot.messages(folder)).map(subjectOf).toSorted();
  return { dovecot, app, kept, times, look, subjects };
}

/** Lets the clock drive the app's inbox. */
function runByItself({ app }: TestApp): void {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  startChores([{ name: "inbox", every: 1000 }], app.run, silentLog, stopping.signal);
}

async function noticeAndGauge(app: TestApp) {
  const metrics = await (await app.fetch("/metrics")).text();
  return [
    app.app.services.inbox.notice()?.words.split(".")[0],
    /^quadkea_inbox_ready (\d)$/m.exec(metrics)?.[1],
  ];
}

const silentLog = createLog("silent");
const lost = "the mailbox cannot be read";

test("a message is taken in once and moved to the folder that says what became of it", async ({ skip }) => {
  const { dovecot, app, kept, look, subjects } = await inboxOf(skip);
  await dovecot.deliver(letter("yes"));
  await dovecot.deliver(letter("odd"));
  await look();
  await look();
  expect(kept).toEqual(["yes", "odd"]);
  expect(await subjects("INBOX")).toEqual([]);
  expect(await subjects("QuadKea/Filed")).toEqual(["yes"]);
  expect(await subjects("QuadKea/Unfiled")).toEqual(["odd"]);
  expect(await noticeAndGauge(app)).toEqual([undefined, "1"]);
  expect(await (await app.fetch("/metrics")).text()).toContain(
    'quadkea_inbox_messages_total{shelf="filed"} 1',
  );
});

test("the mail server says at once that something came, also after it broke the connection off", async ({
  skip,
}) => {
  const { dovecot, app, kept } = await inboxOf(skip, { inboxTimes: { lookEveryMs: 600_000 } });
  runByItself(app);
  await delay(1500);
  await dovecot.deliver(letter("first"));
  await expect.poll(() => kept, { timeout: 3000 }).toEqual(["first"]);
  dovecot.kick();
  await delay(1500);
  await dovecot.deliver(letter("second"));
  await expect.poll(() => kept, { timeout: 3000 }).toEqual(["first", "second"]);
});

test("what the mail server does not say is found when it is time to look", async ({ skip }) => {
  const { dovecot, app, kept } = await inboxOf(skip, { without: "IDLE", inboxTimes: { lookEveryMs: 2000 } });
  runByItself(app);
  await delay(1500);
  await dovecot.deliver(letter("silent"));
  await expect.poll(() => kept, { timeout: 4000 }).toEqual(["silent"]);
});

test("a mail server that dies between taking in and moving: the message is offered again and moved", async ({
  skip,
}) => {
  let isFirst = true;
  const stored = async (_: string, dovecot: Dovecot) => {
    if (isFirst) await dovecot.kill();
    isFirst = false;
  };
  const { dovecot, app, kept, times, look, subjects } = await inboxOf(skip, {
    stored,
    expectedWarnings: [lost],
  });
  await dovecot.deliver(letter("yes"));
  await look();
  expect(await subjects("INBOX")).toEqual(["yes"]);
  await look();
  expect(await noticeAndGauge(app)).toEqual(["The mail server cannot be reached", "0"]);
  await dovecot.start();
  await look();
  expect([kept, times.get("yes")]).toEqual([["yes"], 2]);
  expect([await subjects("INBOX"), await subjects("QuadKea/Filed")]).toEqual([[], ["yes"]]);
  expect(await noticeAndGauge(app)).toEqual([undefined, "1"]);
});

test("with another UIDVALIDITY, or without our folders, nothing is lost", async ({ skip }) => {
  const { dovecot, kept, look, subjects } = await inboxOf(skip, { expectedWarnings: [lost] });
  await dovecot.deliver(letter("before"));
  await look();
  await rm(dovecot.maildir("QuadKea/Filed"), { recursive: true });
  await dovecot.deliver(letter("folder gone"));
  await look();
  expect(await subjects("QuadKea/Filed")).toEqual(["folder gone"]);
  await dovecot.kill();
  for (const name of ["dovecot-uidlist", "dovecot-uidvalidity", "dovecot.index.log"])
    await rm(`${dovecot.maildir()}/${name}`);
  await dovecot.deliver(letter("after"));
  await dovecot.start();
  await look();
  await look();
  expect(kept).toEqual(["before", "folder gone", "after"]);
  expect(await subjects("INBOX")).toEqual([]);
});

test("a mail server that cannot move keeps the message, copied and marked; it is not read again", async ({
  skip,
}) => {
  const { dovecot, app, times, look, subjects } = await inboxOf(skip, { without: "MOVE", delimiter: "." });
  await dovecot.deliver(letter("yes"));
  await look();
  await app.restart();
  await look();
  expect([await subjects("INBOX"), await subjects("QuadKea/Filed")]).toEqual([["yes"], ["yes"]]);
  expect(times.get("yes")).toBe(1);
});

test("a message that cannot be stored holds up nothing, is named, and is tried again", async ({ skip }) => {
  let isBroken = true;
  const stored = (subject: string) => {
    if (isBroken && subject === "poison") throw new Error("cannot be stored");
  };
  const expectedWarnings = ["a message could not be taken in"];
  const { dovecot, app, look, subjects } = await inboxOf(skip, { stored, expectedWarnings });
  await dovecot.deliver(letter("poison"));
  await dovecot.deliver(letter("yes"));
  await dovecot.deliver(`${letter("huge")}${"x".repeat(76)}\r\n`.padEnd(41 * 1024 * 1024, "x"));
  await look();
  await look();
  expect(await subjects("QuadKea/Filed")).toEqual(["yes"]);
  expect(app.logLines.filter(({ msg }) => msg === expectedWarnings[0])).toHaveLength(1);
  const notice = app.app.services.inbox.notice();
  expect(notice?.title).toBe("2 mails to us were not taken in.");
  expect(notice?.words).toContain("(1 larger than 40 MB; 1 not stored, which is tried again)");
  isBroken = false;
  await look();
  expect([await subjects("INBOX"), await subjects("QuadKea/Filed")]).toEqual([["huge"], ["poison", "yes"]]);
  expect(app.app.services.inbox.notice()?.title).toBe("A mail to us was not taken in.");
});

test("a refused password is at the desk at once, in words to act on, and gone when it is right", async ({
  skip,
}) => {
  const { dovecot, app, kept, look } = await inboxOf(skip, { password: "another", expectedWarnings: [lost] });
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
  expect(kept).toEqual(["yes"]);
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
  const url =
    change === "/Nowhere"
      ? dovecot.url("sales", "Nowhere")
      : dovecot.url().replace("imap:", `imap${change}:`);
  const environment = { INBOX_URL: url };
  const app = await buildTestApp({ takeIn: async () => "Filed", environment, expectedWarnings: [lost] });
  await app.app.run("inbox");
  expect(await noticeAndGauge(app)).toEqual([sentence, "0"]);
});

test("a mail server that hangs is at the desk within a minute; stopping does not wait for it", async ({
  skip,
}) => {
  const { dovecot, app, look } = await inboxOf(skip, { expectedWarnings: [lost] });
  await look();
  dovecot.pause();
  await dovecot.deliver(letter("yes"));
  await look();
  expect(await noticeAndGauge(app)).toEqual(["The mail server does not respond", "0"]);
  const looking = look();
  const from = performance.now();
  await app.stop();
  await looking;
  expect(performance.now() - from).toBeLessThan(3000);
});
