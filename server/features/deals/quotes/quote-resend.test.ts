import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { exampleDraft, quoteDesk } from "#tests/quote-desk.ts";

const undoMs = 10_000;

/** A desk whose mail server treats what comes from now on in this way. */
async function deskBehind(mode: "defer-data" | "drop-dot" | "refuse-rcpt") {
  const { app, mail } = await appWithMailServer();
  const desk = await quoteDesk(app);
  await app.app.run("outbox");
  mail.setMode(mode);
  return { mail, app, desk };
}

test("a quote that a mail server put off is not tried again once it is replaced or withdrawn", async () => {
  const { mail, app, desk } = await deskBehind("defer-data");
  await desk.send();
  app.advance(undoMs);
  await app.app.run("outbox");
  expect((await desk.quote()).body).toMatchObject({ versions: [{ mail: { state: "retrying" } }] });
  await desk.send(exampleDraft({ words: "The right price" }));
  mail.setMode("none");
  app.advance(undoMs);
  await app.app.run("outbox");
  const stopped = { mail: { state: "failed", error: "stopped" } };
  expect((await desk.quote()).body).toMatchObject({
    versions: [{ state: "superseded", ...stopped }, { state: "sent" }],
  });
  mail.setMode("defer-data");
  await desk.send();
  app.advance(undoMs);
  await app.app.run("outbox");
  expect((await desk.call("withdraw", { number: 3 })).status).toBe(200);
  mail.setMode("none");
  app.advance(2 * 60 * 60_000);
  await app.app.run("outbox");
  expect((await desk.quote()).body).toMatchObject({ versions: [{}, {}, { state: "withdrawn", ...stopped }] });
  const quotes = mail.messages.filter(({ name }) => name.startsWith("quote-"));
  expect(quotes.map(({ name }) => name)).toEqual([`quote-${desk.reference}-2`]);
});

test("a mail whose link was renewed since is not sent again: its link is dead", async () => {
  const { app, desk } = await deskBehind("drop-dot");
  await desk.send();
  app.advance(undoMs);
  await app.app.run("outbox");
  app.advance(1);
  expect((await desk.call("link")).status).toBe(200);
  expect(await desk.call("resend", { number: 1 })).toMatchObject({
    status: 409,
    body: { error: "The link in that mail no longer works: extend the quote, or send a corrected one" },
  });
  expect((await desk.call("extend", { valid_days: 7 })).status).toBe(200);
});

test("a mail for an address that was corrected since is not sent again", async () => {
  const { app, desk } = await deskBehind("refuse-rcpt");
  await desk.send();
  app.advance(undoMs);
  await app.app.run("outbox");
  await app.app.services.database.write((tx) =>
    tx.updateTable("quote_requests").set({ email: "right@example.co.nz" }).execute(),
  );
  expect(await desk.call("resend", { number: 1 })).toMatchObject({
    status: 409,
    body: { error: "That mail is for the former e-mail address: extend the quote, or send a corrected one" },
  });
});

test("a quote whose mail failed or is unknown is sent again with the same bytes; others are refused", async () => {
  const { mail, app, desk } = await deskBehind("drop-dot");
  await desk.send();
  expect((await desk.call("resend", { number: 1 })).status).toBe(409);
  app.advance(undoMs);
  await app.app.run("outbox");
  const unknown = await desk.quote();
  expect(unknown.body).toMatchObject({
    stage: "Your quote is ready",
    versions: [{ state: "unknown", sent_at: null, mail: { state: "unknown" } }],
  });
  mail.setMode("none");
  expect(await desk.call("resend", { number: 1 })).toEqual({ status: 200, body: { success: true } });
  await app.app.run("outbox");
  expect((await desk.quote()).body).toMatchObject({ versions: [{ state: "sent" }] });
  expect(mail.messages.at(-1)?.name).toBe(`quote-${desk.reference}-1`);
  expect((await desk.call("resend", { number: 1 })).status).toBe(409);
});

test("the key of the customer's link is in the mail and nowhere in the database, and sent again the mail is the same", async () => {
  const { mail, app, desk } = await deskBehind("refuse-rcpt");
  await desk.send();
  app.advance(undoMs);
  await app.app.run("outbox");
  const again = async () => {
    mail.setMode("none");
    expect((await desk.call("resend", { number: 1 })).status).toBe(200);
    await app.app.run("outbox");
    const { raw = "", text = "" } = mail.messages.at(-1) ?? {};
    return { raw, key: /\/my\/[\w-]+\/([\w-]{22})/.exec(text)?.[1] ?? "" };
  };
  const { raw, key } = await again();
  expect(key).toHaveLength(22);
  const files = (await readdir(app.dataDir)).filter((name) => name.startsWith("quadkea.db"));
  const contents = await Promise.all(files.map((name) => readFile(join(app.dataDir, name))));
  expect(files).toContain("quadkea.db-wal");
  expect(contents.filter((content) => content.includes(key))).toEqual([]);

  // A build before kept the bytes as they are.
  const failed = (source: string) =>
    app.app.services.database.write((tx) =>
      tx.updateTable("outbox").set({ state: "failed", source }).where("kind", "=", "quote").execute(),
    );
  await failed(raw);
  expect((await again()).raw).toBe(raw);
  // LINK_SECRET is another one: the mail cannot be opened, and the link in it is dead.
  await failed("sealed-with-another-secret");
  await desk.call("resend", { number: 1 });
  await app.app.run("outbox");
  expect((await desk.quote()).body).toMatchObject({
    versions: [{ mail: { state: "failed", error: "renewed" } }],
  });
});
