import { expect, test, vi } from "vitest";

import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { customer, queue, stateOf } from "#tests/queued-mails.ts";
import { sendMail } from "#tests/quote-example.ts";
import { freePort, ServerProcess } from "#tests/server-process.ts";

import { nameOf, withdrawMail } from "./outbox-table.ts";

const minuteMs = 60_000;

test("a mail leaves once, after the time to take it back; a week later its row holds no address and no text", async () => {
  const { app, mail } = await appWithMailServer("accept");
  const key = await queue(app, { undoMs: 10_000 });
  await app.app.run("outbox");
  expect([await stateOf(app, key), mail.messages]).toEqual(["queued", []]);
  app.advance(10_000);
  await Promise.all([app.app.run("outbox"), app.app.run("outbox"), app.app.run("outbox")]);
  expect(mail.messages.map(({ envelope }) => envelope.to)).toEqual([[customer]]);
  const sent = { state: "sent", envelope_from: null, envelope_to: null, source: null, error_class: null };
  await app.app.run("housekeeping");
  expect(await app.rows("outbox")).toMatchObject([
    {
      ...sent,
      envelope_from: "website@quadkea.example",
      envelope_to: customer,
      source: expect.any(String) as string,
    },
  ]);
  app.advance(8 * 24 * 60 * minuteMs);
  await app.app.run("old rows");
  expect(await app.rows("outbox")).toMatchObject([sent]);
});

test("a mail is sending on disk before the mail server hears of it, and sent only after its 250", async () => {
  const states: unknown[] = [];
  const { app } = await appWithMailServer(() => {
    looks.push(app.rows("outbox").then(([row]) => void states.push(row?.["state"])));
    return "none";
  });
  const looks: Promise<void>[] = [];
  const key = await queue(app);
  await app.app.run("outbox");
  await Promise.all(looks);
  expect([...states, await stateOf(app, key)]).toEqual(["sending", "sent"]);
});

test("mails that are due together are claimed in one transaction", async () => {
  const { app, mail } = await appWithMailServer("none", { environment: { MAIL_CONNECTIONS: "11" } });
  for (let number = 1; number <= 10; number += 1) await queue(app);
  const write = vi.spyOn(app.app.services.database, "write");
  await app.app.run("outbox");
  expect(mail.messages).toHaveLength(10);
  const [claims, outcomes] = [1, 10];
  expect(write).toHaveBeenCalledTimes(claims + outcomes);
});

test("no more mails are sending than there are connections to spare; the others stay queued", async () => {
  const looks: Promise<number>[] = [];
  const sending = (rows: readonly Record<string, unknown>[]) =>
    rows.filter(({ state }) => state === "sending").length;
  const { app, mail } = await appWithMailServer(
    () => {
      looks.push(app.rows("outbox").then(sending));
      return "none";
    },
    { environment: { MAIL_CONNECTIONS: "3" } },
  );
  for (let number = 1; number <= 5; number += 1) await queue(app);
  await app.app.run("outbox");
  expect(Math.max(...(await Promise.all(looks)))).toBe(2);
  expect(mail.messages).toHaveLength(5);
});

test("taking a mail back races the sender: exactly one of the two wins, 200 of 200", async () => {
  const { app, mail } = await appWithMailServer("none");
  const { database } = app.app.services;
  const keys = await Promise.all(Array.from({ length: 200 }, () => queue(app)));
  const sending = app.app.run("outbox");
  const withdrawn = await Promise.all(keys.map((key) => database.write((tx) => withdrawMail(tx, key))));
  await sending;
  await app.app.run("outbox");
  const sent = new Set(mail.messages.map(({ name }) => name));
  expect(mail.messages).toHaveLength(sent.size);
  keys.forEach((key, index) => {
    expect(sent.has(nameOf(key))).toBe(withdrawn[index] === false);
  });
});

test("the server is killed while mails are on their way: each arrives at most once, and ends sent or unknown", async () => {
  const { app, mail } = await appWithMailServer("none");
  const keys = await Promise.all(Array.from({ length: 12 }, () => queue(app)));
  await app.stop();
  // Some get their 250 and are killed before they can note it, some hang at the dot.
  let conversations = 0;
  mail.setMode(() => ((conversations += 1) % 3 === 0 ? "hang-dot" : "none"));
  const environment = { ...app.environment, PORT: await freePort() };
  for (let kill = 1; kill <= 2; kill += 1) {
    const before = mail.messages.length;
    const server = new ServerProcess(environment);
    await expect.poll(() => mail.messages.length, { timeout: 20_000, interval: 1 }).toBeGreaterThan(before);
    await server.stop("SIGKILL");
  }
  mail.setMode("none");
  const after = await app.restart();
  after.advance(2 * minuteMs);
  await after.app.run("housekeeping");
  await after.app.run("outbox");
  const states = await Promise.all(keys.map((key) => stateOf(after, key)));
  expect(states.filter((state) => state !== "sent" && state !== "unknown")).toEqual([]);
  const arrived = mail.messages.map(({ name }) => name);
  expect(arrived).toHaveLength(new Set(arrived).size);
  const sent = keys.filter((_, index) => states[index] === "sent");
  expect(arrived).toEqual(expect.arrayContaining(sent.map(nameOf)));
});

test("the row of a receipt goes after 30 days", async () => {
  const { app } = await appWithMailServer("none");
  await sendMail(app);
  await app.app.services.mailStep.settled();
  app.advance(31 * 24 * 60 * minuteMs);
  await app.app.run("old rows");
  expect(await app.rows("outbox")).toEqual([]);
});
