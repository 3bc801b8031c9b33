import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { exampleDraft, quoteDesk } from "#tests/quote-desk.ts";

const undoMs = 10_000;
/** A Monday morning in New Zealand. */
const monday = new Date("2026-08-02T22:00:00.000Z");

test("an extension never ends before the quote that it replaces, and no mail says longer if it is not", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await quoteDesk(app);
  const texts: (string | undefined)[] = [];
  const noteMail = async () => {
    const mails = (await app.rows("outbox")).filter(({ kind }) => kind === "quote");
    texts.push(/valid for longer|is ready/.exec(String(mails.at(-1)?.["source"]))?.[0]);
    app.advance(undoMs);
  };
  await desk.send(exampleDraft({ valid_days: 14 }));
  await noteMail();
  for (const valid_days of [7, 15]) {
    expect((await desk.call("extend", { valid_days })).status).toBe(200);
    await noteMail();
  }
  expect((await desk.quote()).body["versions"]).toMatchObject([
    { valid_until: "2026-08-17" },
    { valid_until: "2026-08-17" },
    { valid_until: "2026-08-18" },
  ]);
  expect(texts).toEqual(["is ready", "is ready", "valid for longer"]);
});
