import { expect, test } from "vitest";

import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { dealPage } from "#tests/deal-visit.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { quoteDesk } from "#tests/quote-desk.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

const undoMs = 10_000;
const hourMs = 60 * 60_000;

async function deskWithMail() {
  const { app, mail } = await appWithMailServer();
  const quotes = await quoteDesk(app, { reference: await addRecord(app, quoteRequestExample) });
  const sendMails = async (ms: number) => {
    app.advance(ms);
    await app.app.run("outbox");
  };
  await sendMails(0);
  const linksSent = () =>
    mail.messages
      .filter(({ messageId }) => /^<(?:quote|answer)-/.test(messageId ?? ""))
      .map(({ text }) => /\/my\/QK-[^/\s]+\/[\w-]+/.exec(text ?? "")?.[0]);
  return { app, mail, quotes, sendMails, linksSent };
}

test("a mail whose link staff renew before it leaves never leaves; the record says so, and the next one has the new link", async () => {
  const { app, mail, quotes, sendMails, linksSent } = await deskWithMail();
  mail.setMode("defer-data");
  await quotes.send();
  await sendMails(undoMs);
  await quotes.call("link");
  mail.setMode("accept");
  await sendMails(2 * hourMs);
  expect(linksSent()).toEqual([]);
  const renewed = { state: "failed", mail: { state: "failed", error: "renewed" } };
  expect((await quotes.quote()).body).toMatchObject({ versions: [renewed], is_link_unsent: true });
  const { events } = await (await deskOf(app)).open(quotes.reference);
  expect(events.slice(-2)).toMatchObject([
    { type: "mail", was: `quote/${quotes.reference}/1`, becomes: "failed", user_id: null },
    { type: "link_renewed", becomes: "2" },
  ]);
  await quotes.call("extend", { valid_days: 7 });
  await sendMails(undoMs);
  expect(linksSent()).toEqual([dealPage(app, quotes.reference, 2)]);
  expect((await quotes.quote()).body).toMatchObject({ is_link_unsent: false });
  const kinds = (await app.rows("outbox")).map(({ kind, state }) => `${String(kind)} ${String(state)}`);
  expect(kinds.toSorted()).toEqual(["quote failed", "quote sent", "receipt sent"]);
});

test("a quote whose link is renewed before it leaves has the new one, or can still be taken back", async () => {
  const { app, quotes, sendMails, linksSent } = await deskWithMail();
  await quotes.send();
  await quotes.call("link");
  await sendMails(undoMs);
  expect(linksSent()).toEqual([dealPage(app, quotes.reference, 2)]);
  const number = await quotes.send();
  await quotes.call("link");
  expect((await quotes.call("undo", { number })).status).toBe(200);
  expect((await quotes.quote()).body).toMatchObject({ versions: [{ number: 1 }], is_link_unsent: true });
});
