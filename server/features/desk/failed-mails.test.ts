import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { exampleDraft, quoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, contactMessageExample as message } from "#tests/submission-examples.ts";

type Mode = Parameters<Awaited<ReturnType<typeof appWithMailServer>>["mail"]["setMode"]>[0];

/** A shop whose mail server has treated the quote, or the reply to a message, in this way. */
async function afterMail(kind: "quote" | "reply", mode: Mode) {
  const { app, mail } = await appWithMailServer("none");
  const quote = await quoteDesk(app);
  const reference = kind === "quote" ? quote.reference : await addRecord(app, message);
  await app.app.run("outbox");
  const cookie = await app.signIn();
  await deskCall(app, cookie, "POST auth-name", { full_name: "Mia Rata" });
  const about = (name: string, body: object) =>
    deskCall(app, cookie, `POST ${name}?reference=${reference}`, body);
  const leave = async (next: Mode) => {
    mail.setMode(next);
    app.advance(10_000);
    await app.app.run("outbox");
  };
  const key = randomUUID();
  if (kind === "quote") await quote.send();
  else await about("desk-reply", { text: "Yes, we do.", key });
  await leave(mode);
  const table = kind === "quote" ? "quote_requests" : "contact_messages";
  const read = async (path: string) => (await deskCall(app, cookie, `GET ${path}`)).body;
  /** What the lists, the filters, the tab's title and the notices are made of. */
  const shown = async () => {
    const [row] = (await app.rows(table)).filter(({ ref_number: each }) => each === reference);
    const { counts } = (await read("desk-summary")) as { counts: Record<string, { mail_problems: number }> };
    const { notices } = (await read("notices")) as { notices: { id: string; title: string }[] };
    return {
      problem: row?.["mail_problem"],
      step: row?.["next_step"],
      count: counts[table]?.mail_problems,
      notice: notices.find(({ id }) => id === "failed-mails")?.title,
    };
  };
  return { app, mail, quote, key, about, leave, shown, desk: await deskOf(app), reference };
}

const calm = { problem: null, count: 0, notice: undefined };
const alarming = { count: 1, notice: "A mail to a customer was not delivered." };

test.for<[Mode, string]>([
  ["refuse-rcpt", "failed"],
  ["drop-dot", "unknown"],
])(
  "a quote whose mail ends as %s does not wait for an answer until it is sent again",
  async ([mode, problem]) => {
    const { quote, leave, shown } = await afterMail("quote", mode);
    expect(await shown()).toEqual({ ...alarming, problem, step: "mail" });
    expect((await quote.call("resend", { number: 1 })).status).toBe(200);
    expect(await shown()).toEqual({ ...calm, step: "waiting" });
    await leave("none");
    expect(await shown()).toEqual({ ...calm, step: "waiting" });
  },
);

test("a quote that did not arrive counts until the next one leaves, which can be taken back", async () => {
  const { quote, leave, shown } = await afterMail("quote", "refuse-rcpt");
  const words = exampleDraft({ words: "To the right address" });
  await quote.send(words);
  expect((await quote.call("undo", { number: 2 })).status).toBe(200);
  await leave("none");
  expect(await shown()).toEqual({ ...alarming, problem: "failed", step: "mail" });
  await quote.send(words);
  await leave("none");
  expect(await shown()).toEqual({ ...calm, step: "waiting" });
});

test("a quote whose mail failed expires as any other", async () => {
  const { app } = await afterMail("quote", "refuse-rcpt");
  app.advance(8 * 24 * 60 * 60_000);
  await app.app.run("deals");
  expect(await app.rows("quote_requests")).toMatchObject([{ mail_problem: "failed", next_step: "expired" }]);
});

test.for(["sent again", "replaced", "a call", "closed"] as const)(
  "a reply that was not delivered is a problem of its record until: %s",
  async (end) => {
    const { about, key, leave, shown, desk, reference } = await afterMail("reply", "refuse-rcpt");
    expect(await shown()).toEqual({ ...alarming, problem: "failed", step: undefined });
    if (end === "sent again") await about("desk-reply-again", { key });
    else if (end === "replaced") await about("desk-reply", { text: "Once more.", key: randomUUID() });
    else if (end === "closed") await desk.setStatus(reference, "cancelled");
    else await desk.call(reference, "", randomUUID());
    await leave("none");
    expect(await shown()).toMatchObject(calm);
  },
);

test("a call that is taken back ends no problem", async () => {
  const { shown, desk, reference } = await afterMail("reply", "refuse-rcpt");
  const call = randomUUID();
  await desk.call(reference, "", call);
  await desk.takeCallBack(reference, call);
  expect(await shown()).toMatchObject(alarming);
});

test("a reply that fails after its record was closed is still a problem; a mail that was stopped is none", async () => {
  const { about, leave, shown, desk, reference, quote } = await afterMail("reply", "none");
  await about("desk-reply", { text: "Sold.", key: randomUUID() });
  await desk.setStatus(reference, "completed");
  await leave("refuse-rcpt");
  expect(await shown()).toMatchObject({ ...alarming, problem: "failed" });
  await quote.send();
  await leave("defer-data");
  expect((await quote.call("withdraw", { number: 1 })).status).toBe(200);
  expect(await shown()).toMatchObject({ notice: alarming.notice });
});
