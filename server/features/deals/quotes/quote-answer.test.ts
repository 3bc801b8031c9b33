import { expect, test } from "vitest";

import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { queuedSources } from "#tests/queued-mails.ts";
import { exampleDraft, quoteDesk, type QuoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";

const undoMs = 10_000;

/** As the visitor's page sends it; returns the id of the question. */
async function ask(app: TestApp, desk: QuoteDesk, words: string): Promise<string> {
  const { pathname } = new URL(String((await desk.quote()).body["link"]));
  const answer = await app.fetch(`${pathname}/ask`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: String(new URLSearchParams({ words })),
  });
  expect(answer.status).toBe(303);
  const asked = (await desk.quote()).body["messages"] as { id: string; words: string }[];
  return asked.find((one) => one.words === words)!.id;
}

test("a question is answered once: by mail, on the page, and the deal waits for the visitor again", async () => {
  const { app, mail } = await appWithMailServer();
  const desk = await quoteDesk(app);
  await desk.send();
  app.advance(undoMs);
  const question = await ask(app, desk, "Does it fit a 2013?");
  expect((await desk.quote()).body["stage"]).toBe("We are answering your question");
  app.advance(1000);
  const words = "Yes.\n\n<b>Same</b> diff & mounts.";
  const answered = await desk.call("answer", { message: question, words }, { "idempotency-key": "a" });
  expect(answered.status).toBe(200);
  expect(await desk.call("answer", { message: question, words }, { "idempotency-key": "a" })).toEqual(
    answered,
  );
  await app.app.run("outbox");
  const [sent, ...others] = mail.messages.filter(({ messageId }) => messageId?.startsWith("<answer-"));
  expect(others).toEqual([]);
  expect(sent?.text).toContain("<b>Same</b> diff & mounts.");
  expect(sent?.html).toContain("&lt;b&gt;Same&lt;/b&gt; diff &amp; mounts.");
  const { body } = await desk.quote();
  expect(body).toMatchObject({
    stage: "Your quote is ready",
    messages: [
      { kind: "question", by: null },
      { kind: "answer", words, by: expect.any(String) },
    ],
  });
  expect(await desk.call("answer", { message: question, words: "Again" })).toMatchObject({
    status: 409,
    body: { error: "It has already been answered, in a message or with a newer quote" },
  });
});

test("the answer greets, repeats what was asked, cut short, and names who wrote it", async () => {
  const { app, mail } = await appWithMailServer();
  const desk = await quoteDesk(app);
  await deskCall(app, await app.signIn(), "POST auth-name", { full_name: "Mia Rata" });
  await desk.send();
  app.advance(undoMs);
  await ask(app, desk, "Is it <b>straight</b>?");
  app.advance(1000);
  const question = await ask(app, desk, `And the bolts?\nThe long ones. ${"x".repeat(500)}`);
  await desk.call("answer", { message: question, words: "It is.\nThe bolts too.\n\nBoth." });
  await app.app.run("outbox");
  const sent = mail.messages.find(({ messageId }) => messageId?.startsWith("<answer-"));
  expect(sent?.text?.replaceAll("\r\n", "\n")).toContain(`Hi Aroha,

It is.
The bolts too.

Both.

Mia Rata, QuadKea

You asked: Is it <b>straight</b>?
You asked: And the bolts?
           The long ones. ${"x".repeat(270)}…
Reference: ${desk.reference}
`);
  expect(sent?.html).toContain("Is it &lt;b&gt;straight&lt;/b&gt;?");
  expect(sent?.html).toContain("It is.<br>The bolts too.</p>");
});

test("a reply from the desk answers the open question once it has left", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await deskCall(app, await app.signIn(), "POST auth-name", { full_name: "Mia Rata" });
  await desk.send();
  app.advance(undoMs);
  const question = await ask(app, desk, "Does it fit a 2013?");
  app.advance(1000);
  const key = "7d1f3f5e-2f4b-4a55-9d0e-0a3c55d0a9ab";
  const standing = async () => {
    const { stage, open_question: open, messages } = (await desk.quote()).body;
    const [{ next_step: step } = {}] = await app.rows("quote_requests");
    return { stage, open, step, messages };
  };
  const asked = await standing();
  expect(asked).toMatchObject({ stage: "We are answering your question", open: question, step: "answer" });
  const path = `POST desk-reply?reference=${desk.reference}` as const;
  expect((await deskCall(app, await app.signIn(), path, { text: "It does.", key })).status).toBe(200);
  expect(await standing()).toEqual(asked);
  app.advance(undoMs);
  await app.app.run("outbox");
  expect(await standing()).toMatchObject({
    stage: "Your quote is ready",
    open: null,
    step: "waiting",
    messages: [{ kind: "question" }, { kind: "answer", words: "It does." }],
  });
});

test("an answer is for all that was asked before it; what was asked since is still open", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.send();
  app.advance(undoMs);
  const first = await ask(app, desk, "Does it fit a 2013?");
  app.advance(1000);
  const second = await ask(app, desk, "And a 2014?");
  expect((await desk.quote()).body["open_question"]).toBe(second);
  app.advance(1000);
  expect((await desk.call("answer", { message: first, words: "Yes, a 2013." })).status).toBe(200);
  expect((await desk.quote()).body["open_question"]).toBe(second);
  app.advance(1000);
  const third = await ask(app, desk, "And a 2015?");
  app.advance(1000);
  expect((await desk.call("answer", { message: third, words: "All of them." })).status).toBe(200);
  expect((await desk.quote()).body).toMatchObject({ open_question: null, stage: "Your quote is ready" });
  expect((await desk.call("answer", { message: second, words: "Yes" })).status).toBe(409);
});

test("a question waits for its answer even if the customer has approved meanwhile", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.send();
  app.advance(undoMs);
  const question = await ask(app, desk, "Can you hold it till Friday?");
  app.advance(1000);
  const selection = { choices: {}, options: [] };
  expect((await desk.call("approve", { number: 1, how: "phone", selection, note: "Rang" })).status).toBe(200);
  const step = async () => (await app.rows("quote_requests"))[0]?.["next_step"];
  expect(await step()).toBe("answer");
  app.advance(1000);
  expect((await desk.call("answer", { message: question, words: "Yes" })).status).toBe(200);
  expect(await step()).toBe("pay");
  expect((await queuedSources(app, "answer")).join("")).toContain("See your order");
});

test("a quote that expired while its question was open is noted as expired with the answer, once", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.send();
  app.advance(undoMs);
  const early = await ask(app, desk, "Does it fit a 2013?");
  app.advance(10 * 24 * 60 * 60_000);
  expect((await desk.call("answer", { message: early, words: "Yes" })).status).toBe(200);
  const late = await ask(app, desk, "Is it still there?");
  app.advance(1000);
  expect((await desk.call("answer", { message: late, words: "Yes" })).status).toBe(200);
  const events = await app.rows("record_events");
  expect(events.filter(({ type }) => type === "quote_expired")).toMatchObject([
    { becomes: "1", user_id: null },
  ]);
});

test("an answer to nothing, without words or far too long is refused, and nothing is queued", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.send();
  app.advance(undoMs);
  const question = await ask(app, desk, "Does it fit?");
  app.advance(1000);
  const calls = [
    await desk.call("answer", { message: "another", words: "Yes" }),
    await desk.call("answer", { message: question, words: "  " }),
    await desk.call("answer", { message: question, words: "ā".repeat(5000) }),
  ];
  expect(calls.map(({ status }) => status)).toEqual([404, 400, 422]);
  expect((await app.rows("outbox")).filter(({ kind }) => kind === "answer")).toEqual([]);
});

test("a newer quote answers the question as well", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.send();
  app.advance(undoMs);
  const question = await ask(app, desk, "Any cheaper?");
  app.advance(1000);
  await desk.send(exampleDraft({ words: "Yes" }));
  app.advance(undoMs);
  expect((await desk.quote()).body["stage"]).toBe("Your quote is ready");
  expect((await desk.call("answer", { message: question, words: "Yes" })).status).toBe(409);
});
