import { expect, test } from "vitest";

import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { monday } from "#tests/deal-examples.ts";
import { draftLine, exampleDraft, quoteDesk } from "#tests/quote-desk.ts";

const undoMs = 10_000;

async function queuedHeading(app: TestApp): Promise<string | undefined> {
  const queued = (await app.rows("outbox")).find(({ kind, state }) => kind === "quote" && state === "queued");
  return /Your quote is (?:ready|valid for longer)|We have corrected your quote/.exec(
    String(queued?.["source"]),
  )?.[0];
}

async function leave(app: TestApp): Promise<void> {
  app.advance(undoMs);
  await app.app.run("outbox");
}

test("an extension never ends before the quote that it replaces, and no mail says longer if it is not", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await quoteDesk(app);
  await desk.send(exampleDraft({ valid_days: 14 }));
  const headings = [await queuedHeading(app)];
  for (const valid_days of [7, 15]) {
    await leave(app);
    expect((await desk.call("extend", { valid_days })).status).toBe(200);
    headings.push(await queuedHeading(app));
  }
  expect((await desk.quote()).body["versions"]).toMatchObject([
    { valid_until: "2026-08-17" },
    { valid_until: "2026-08-17" },
    { valid_until: "2026-08-18" },
  ]);
  expect(headings).toEqual(["Your quote is ready", "Your quote is ready", "Your quote is valid for longer"]);
});

test("the first mail to arrive says neither longer nor corrected, whatever was sent before it", async () => {
  const { app, mail } = await appWithMailServer("accept", { startAt: monday });
  const desk = await quoteDesk(app);
  await app.app.run("outbox");
  await desk.send(exampleDraft({ valid_days: 14 }));
  await desk.call("extend", { valid_days: 21 });
  expect(await queuedHeading(app)).toBe("Your quote is ready");
  mail.setMode("refuse-rcpt");
  await leave(app);
  await desk.call("extend", { valid_days: 28 });
  expect(await queuedHeading(app)).toBe("Your quote is ready");
  await leave(app);
  await desk.send();
  expect(await queuedHeading(app)).toBe("Your quote is ready");
});

test("a new price that is extended before it left is a correction to the customer", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await quoteDesk(app);
  await desk.send();
  await leave(app);
  await desk.send(exampleDraft({ lines: [draftLine({ unit_cents: 17_500 })] }));
  await desk.call("extend", { valid_days: 28 });
  expect(await queuedHeading(app)).toBe("We have corrected your quote");
});
