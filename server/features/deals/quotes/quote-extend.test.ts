import { expect, test } from "vitest";

import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { monday } from "#tests/deal-examples.ts";
import { draftLine, exampleDraft, quoteDesk } from "#tests/quote-desk.ts";

const undoMs = 10_000;

async function deskWithMail() {
  const { app, mail } = await appWithMailServer("accept", { startAt: monday });
  const desk = await quoteDesk(app);
  await app.app.run("outbox");
  const leave = async () => {
    app.advance(undoMs);
    await app.app.run("outbox");
    const heading = /Your quote is (?:ready|valid for longer)|We have corrected your quote/;
    return heading.exec(mail.messages.at(-1)?.text ?? "")?.[0];
  };
  return { mail, desk, leave };
}

test("an extension never ends before the quote that it replaces, and no mail says longer if it is not", async () => {
  const { desk, leave } = await deskWithMail();
  await desk.send(exampleDraft({ valid_days: 14 }));
  const headings = [await leave()];
  for (const valid_days of [7, 15]) {
    expect((await desk.call("extend", { valid_days })).status).toBe(200);
    headings.push(await leave());
  }
  expect((await desk.quote()).body["versions"]).toMatchObject([
    { valid_until: "2026-08-17" },
    { valid_until: "2026-08-17" },
    { valid_until: "2026-08-18" },
  ]);
  expect(headings).toEqual(["Your quote is ready", "Your quote is ready", "Your quote is valid for longer"]);
});

test("the first mail to arrive says neither longer nor corrected, whatever was sent before it", async () => {
  const { mail, desk, leave } = await deskWithMail();
  mail.setMode("refuse-rcpt");
  await desk.send(exampleDraft({ valid_days: 14 }));
  await leave();
  await desk.send(exampleDraft({ valid_days: 14 }));
  await desk.call("extend", { valid_days: 28 });
  mail.setMode("accept");
  expect(await leave()).toBe("Your quote is ready");
});

test("a new price that is extended before it left is a correction to the customer", async () => {
  const { desk, leave } = await deskWithMail();
  await desk.send();
  await leave();
  await desk.send(exampleDraft({ lines: [draftLine({ unit_cents: 17_500 })] }));
  await desk.call("extend", { valid_days: 28 });
  expect(await leave()).toBe("We have corrected your quote");
});
