import { expect, test } from "vitest";

import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { dealPage, visit } from "#tests/deal-visit.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { exampleDraft, quoteDesk } from "#tests/quote-desk.ts";

const undoMs = 10_000;
const hourMs = 60 * 60_000;
const right = "right@example.co.nz";
const readdressed = { state: "failed", mail: { state: "failed", error: "readdressed" } };

async function deskWithMail() {
  const { app, mail } = await appWithMailServer();
  const quotes = await quoteDesk(app);
  await app.app.run("outbox");
  const recipientsOf = (kind: string) =>
    mail.messages
      .filter(({ messageId }) => messageId?.startsWith(`<${kind}-`))
      .map(({ envelope }) => envelope.to);
  return { app, mail, quotes, desk: await deskOf(app), recipientsOf };
}

test("a quote goes to the address that was corrected before it left, with a link of its own", async () => {
  const { app, mail, quotes, desk, recipientsOf } = await deskWithMail();
  await quotes.send();
  expect((await desk.correct(quotes.reference, { email: right })).status).toBe(200);
  app.advance(undoMs);
  await app.app.run("outbox");
  expect(recipientsOf("quote")).toEqual([[right]]);
  expect(mail.messages.at(-1)?.text).toContain(dealPage(app, quotes.reference, 2));
});

test("a mail to an address which is corrected is not tried again, and the record says so", async () => {
  const { app, mail, quotes, desk, recipientsOf } = await deskWithMail();
  mail.setMode("defer-data");
  await quotes.send();
  app.advance(undoMs);
  await app.app.run("outbox");
  mail.setMode("accept");
  expect((await desk.correct(quotes.reference, { email: right })).status).toBe(200);
  const { events } = await desk.open(quotes.reference);
  app.advance(2 * hourMs);
  await app.app.run("outbox");
  expect((await quotes.quote()).body).toMatchObject({ versions: [readdressed], is_link_unsent: true });
  const key = `quote/${quotes.reference}/1`;
  expect(events.slice(-3)).toMatchObject([
    { type: "corrected", field: "email" },
    { type: "mail", was: key, becomes: "failed" },
    { type: "link_renewed", becomes: "2" },
  ]);
  await quotes.call("extend", { valid_days: 7 });
  app.advance(undoMs);
  await app.app.run("outbox");
  expect(recipientsOf("quote")).toEqual([[right]]);
  expect(mail.messages.at(-1)?.text).toContain(dealPage(app, quotes.reference, 2));
  expect(mail.messages.at(-1)?.text).toContain("Your quote is ready");
  expect((await quotes.quote()).body).toMatchObject({ is_link_unsent: false });
});

test("what was leaving during the correction may have arrived, and is not tried again", async () => {
  const { app, mail, quotes, desk } = await deskWithMail();
  await quotes.send();
  app.advance(undoMs);
  mail.setMode("hang-data");
  const sending = app.app.run("outbox");
  await expect
    .poll(async () => (await quotes.quote()).body)
    .toMatchObject({ versions: [{ state: "sending" }] });
  await desk.correct(quotes.reference, { email: right });
  expect((await quotes.quote()).body).toMatchObject({ versions: [{ mail: { state: "unknown" } }] });
  await mail.stop();
  await sending;
  expect((await quotes.quote()).body).toMatchObject({ versions: [{ mail: { state: "unknown" } }] });
});

test("the former mailbox's link is dead after the correction, and corrections of a phone number or of capitals leave link and mails alone", async () => {
  const { app, quotes, desk, recipientsOf } = await deskWithMail();
  await quotes.send();
  await desk.correct(quotes.reference, { phone: "027 000 1122" });
  await desk.correct(quotes.reference, { email: "Aroha@Example.co.nz" });
  app.advance(undoMs);
  await app.app.run("outbox");
  expect(recipientsOf("quote")).toHaveLength(1);
  expect((await visit(app, dealPage(app, quotes.reference))).status).toBe(200);
  await desk.correct(quotes.reference, { email: right });
  expect((await visit(app, dealPage(app, quotes.reference))).status).toBe(404);
  expect((await visit(app, dealPage(app, quotes.reference, 2))).status).toBe(200);
});

test("a quote that failed is sent again if only capitals of its address were corrected", async () => {
  const { app, mail, quotes, desk } = await deskWithMail();
  mail.setMode("refuse-rcpt");
  await quotes.send();
  app.advance(undoMs);
  await app.app.run("outbox");
  await desk.correct(quotes.reference, { email: "Aroha@Example.co.nz" });
  expect((await quotes.call("resend", { number: 1 })).status).toBe(200);
});

test("a correction that is refused stops no mail and renews no link", async () => {
  const { app, quotes, desk, recipientsOf } = await deskWithMail();
  const { version } = (await desk.open(quotes.reference)).record;
  await desk.change(quotes.reference, { status: "in_progress" });
  await quotes.send(exampleDraft());
  expect((await desk.correct(quotes.reference, { email: right }, version)).status).toBe(412);
  app.advance(undoMs);
  await app.app.run("outbox");
  expect(recipientsOf("quote")).toHaveLength(1);
  expect((await visit(app, dealPage(app, quotes.reference))).status).toBe(200);
});

test("a mailbox that never got a quote gets its first one, longer or corrected as it may be; the next one is a correction", async () => {
  const { app, mail, quotes, desk } = await deskWithMail();
  const openings = async () => {
    app.advance(undoMs);
    await app.app.run("outbox");
    return mail.messages.at(-1)?.subject?.split(" QK")[0];
  };
  await quotes.send();
  expect(await openings()).toBe("Your quote");
  await desk.correct(quotes.reference, { email: right });
  await quotes.call("extend", { valid_days: 20 });
  expect(await openings()).toBe("Your quote");
  await desk.correct(quotes.reference, { email: "other@example.co.nz" });
  await quotes.send();
  expect(await openings()).toBe("Your quote");
  await quotes.send();
  expect(await openings()).toBe("Corrected quote");
});

test("a quote that was sent before the correction and left after it counts as read: the next one is a correction", async () => {
  const { app, mail, quotes, desk, recipientsOf } = await deskWithMail();
  await quotes.send();
  app.advance(undoMs / 2);
  await desk.correct(quotes.reference, { email: right });
  app.advance(undoMs);
  await app.app.run("outbox");
  await quotes.send();
  app.advance(undoMs);
  await app.app.run("outbox");
  expect(recipientsOf("quote")).toEqual([[right], [right]]);
  expect(mail.messages.at(-1)?.subject).toContain("Corrected quote");
});
