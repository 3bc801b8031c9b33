import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addQuote } from "#tests/deal-examples.ts";
import { dealPage, press } from "#tests/deal-visit.ts";
import { deskCall } from "#tests/staff.ts";

interface Page {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A page that was made for this request has a number. */
  readonly isNew: boolean;
}

async function load(app: TestApp, path: string, encoding = "gzip"): Promise<Page> {
  const response = await app.fetch(path, { headers: { "accept-encoding": encoding } });
  const {
    date: _,
    connection: __,
    "keep-alive": ___,
    "x-request-id": id,
    ...headers
  } = Object.fromEntries(response.headers);
  return { status: response.status, text: await response.text(), headers, isNew: id !== undefined };
}

const keeps = process.env["TEST_ENGINE"] !== "postgres";

test("a page loaded again within the second is sent again, the same to the last header", async () => {
  const app = await buildTestApp();
  const path = dealPage(app, (await addQuote(app)).reference);
  const first = await load(app, path);
  expect(first).toMatchObject({ status: 200, isNew: true });
  // What the server writes after its start may come in between.
  await expect.poll(() => load(app, path)).toEqual({ ...first, isNew: !keeps });
  expect(await load(app, path, "br")).toMatchObject({ text: first.text, isNew: true });
  app.advance(1000);
  expect(await load(app, path)).toMatchObject({ status: 200, isNew: true });
});

test("after any change the page is made again, for other browsers as well", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const { reference } = await addQuote(app);
  const path = dealPage(app, reference);
  await load(app, path);
  expect((await load(app, path)).text).not.toContain("Does it fit a 2016?");
  await press(app, `${path}/ask`, { words: "Does it fit a 2016?" });
  expect((await load(app, path)).text).toContain("Does it fit a 2016?");
  await deskCall(app, cookie, "POST quote-withdraw", { ref: reference, number: 1 });
  expect((await load(app, path)).text).toContain("withdrawn");
});

test("a renewed link ends the old one at once; a guessed key gets nothing that was kept", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const { reference } = await addQuote(app);
  const path = dealPage(app, reference);
  await load(app, path);
  expect(await load(app, `${path.slice(0, -1)}0`)).toMatchObject({ status: 404 });
  await load(app, path);
  expect(await deskCall(app, cookie, "POST deal-link", { ref: reference })).toMatchObject({ status: 200 });
  expect(await load(app, path)).toMatchObject({ status: 404 });
});

test("no key of a page that is sent again is logged", async () => {
  const app = await buildTestApp();
  const path = dealPage(app, (await addQuote(app)).reference);
  for (let time = 1; time <= 3; time += 1) await load(app, path);
  await app.stop();
  expect(JSON.stringify(app.logLines)).not.toContain(path);
  expect(JSON.stringify(app.logLines)).toContain("/my/:ref/:key");
});
