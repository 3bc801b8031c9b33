import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { asOperator, buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { type DovecotOptions, startDovecot } from "#tests/dovecot.ts";

const lost = "the mailbox cannot be read";
const letter = (subject: string) =>
  `From: hemi@example.co.nz\r\nMessage-ID: <${subject}@example.co.nz>\r\nSubject: ${subject}\r\n\r\nYes.\r\n`;

/** What a mail server does with a command instead of obeying: says OK, or breaks the connection off. */
type Fault = { command: string; does: "says OK" | "breaks off" } | null;

/** Stands between us and a mail server. */
async function faulty(to: string) {
  const line: { fault: Fault } = { fault: null };
  const answer = (client: Socket, upstream: Socket, data: Buffer) => {
    const [, tag = "", command = ""] = /^(\S+) (?:UID )?([A-Z]+)/.exec(data.toString("latin1")) ?? [];
    if (command !== line.fault?.command) upstream.write(data);
    else if (line.fault.does === "says OK") client.write(`${tag} OK completed\r\n`);
    else client.destroy();
  };
  const server = createServer((client) => {
    const upstream = connect(Number(to), "127.0.0.1");
    upstream.pipe(client);
    client.on("data", (data) => answer(client, upstream, data));
    const ends = () => [client, upstream].forEach((one) => one.destroy());
    for (const socket of [client, upstream]) socket.on("error", () => undefined).on("close", ends);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { line, port: String((server.address() as AddressInfo).port) };
}

async function mailboxOf(skip: (note: string) => void, options: DovecotOptions, fault: Fault = null) {
  const dovecot = await startDovecot(skip, options);
  const { line, port } = await faulty(dovecot.port);
  line.fault = fault;
  const environment = { INBOX_URL: dovecot.url().replace(dovecot.port, port) };
  const inboxTimes = { lookEveryMs: 0, stillMs: 10, pauseMs: 0 };
  const app = await buildTestApp({ environment, inboxTimes, expectedWarnings: [lost] });
  const look = () => app.app.run("inbox");
  return { dovecot, app, line, look };
}

async function seen(app: TestApp) {
  const metrics = await (await app.fetch("/metrics", asOperator)).text();
  const { title, words } = app.app.services.inbox.notice() ?? {};
  return {
    title,
    why: words?.split(".")[0],
    isReady: /^quadkea_inbox_ready (\d)$/m.exec(metrics)?.[1],
    counted: /^quadkea_inbox_messages_total\{shelf="unfiled"\} (\d+)$/m.exec(metrics)?.[1],
  };
}

const unread = "Customers’ answers by mail cannot be read.";
const neither = "The mail server can neither move nor mark messages";
const unmoved = {
  title: "Customers’ answers are taken in, but cannot be moved out of the inbox.",
  why: "Messages cannot be moved to the folder QuadKea",
  isReady: "0",
};

test("where the connection breaks between copy and mark, each message is copied once", async ({ skip }) => {
  const fault = { command: "STORE", does: "breaks off" } as const;
  const { dovecot, app, line, look } = await mailboxOf(skip, { without: "MOVE" }, fault);
  for (const subject of ["one", "two"]) await dovecot.deliver(letter(subject));
  for (let time = 0; time < 3; time += 1) await look();
  expect(await dovecot.subjects("QuadKea/Unfiled")).toEqual(["one", "two"]);
  line.fault = null;
  await dovecot.deliver(letter("three"));
  await look();
  await look();
  expect(await dovecot.subjects("QuadKea/Unfiled")).toEqual(["one", "three", "two"]);
  expect(await seen(app)).toEqual({ title: undefined, why: undefined, isReady: "1", counted: "3" });
});

test("a mail server that says OK and marks nothing is named, and the mailbox does not fill with copies", async ({
  skip,
}) => {
  const fault = { command: "STORE", does: "says OK" } as const;
  const { dovecot, app, line, look } = await mailboxOf(skip, { without: "MOVE" }, fault);
  for (const subject of ["one", "two"]) await dovecot.deliver(letter(subject));
  for (let time = 0; time < 4; time += 1) await look();
  expect(await dovecot.subjects("QuadKea/Unfiled")).toEqual(["one", "two"]);
  expect(await seen(app)).toEqual({ title: unread, why: neither, isReady: "0", counted: "2" });
  line.fault = null;
  await look();
  await look();
  expect(await seen(app)).toMatchObject({ title: undefined, isReady: "1" });
});

test("a mail server that forgets our mark with the session is named, and nothing is copied again", async ({
  skip,
}) => {
  const { dovecot, app, look } = await mailboxOf(skip, { without: "MOVE" });
  await dovecot.deliver(letter("one"));
  await look();
  const forget = ["flags", "remove", "-u", "sales", "$QuadKea", "mailbox", "INBOX", "all"];
  expect(spawnSync("doveadm", ["-c", dovecot.configuration, ...forget]).status).toBe(0);
  dovecot.kick();
  await expect.poll(async () => (await look(), (await seen(app)).why)).toBe(neither);
  expect(await dovecot.subjects("QuadKea/Unfiled")).toEqual(["one"]);
  expect((await seen(app)).counted).toBe("1");
});

test("a mail server that says OK and moves nothing is named; the answers are at the desk, counted once", async ({
  skip,
}) => {
  const { dovecot, app, line, look } = await mailboxOf(skip, {}, { command: "MOVE", does: "says OK" });
  await dovecot.deliver(letter("one"));
  for (let time = 0; time < 3; time += 1) await look();
  expect(await seen(app)).toEqual({ ...unmoved, counted: "1" });
  line.fault = null;
  await look();
  expect([await dovecot.subjects(), await dovecot.subjects("QuadKea/Unfiled")]).toEqual([[], ["one"]]);
  expect(await seen(app)).toEqual({ title: undefined, why: undefined, isReady: "1", counted: "1" });
});

test("a mailbox without room is read, and the desk says what to do", async ({ skip }) => {
  const { dovecot, app, look } = await mailboxOf(skip, { without: "MOVE", isFull: true });
  for (const subject of ["one", "two"]) await dovecot.deliver(letter(subject));
  for (let time = 0; time < 3; time += 1) await look();
  expect(await seen(app)).toEqual({ ...unmoved, counted: "2" });
  expect(app.app.services.inbox.notice()?.words).toContain("Free space in it. Nothing is lost.");
  expect(await app.rows("inbound_mails")).toHaveLength(2);
});
