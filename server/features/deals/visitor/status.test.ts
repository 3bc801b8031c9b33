import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { addOrder, addQuote, monday } from "#tests/deal-examples.ts";
import { press, visit } from "#tests/deal-visit.ts";

const hourMs = 60 * 60_000;

test.for(["0100", "aroha@example.co.nz", " AROHA@example.co.nz "])(
  "the reference with %s shows stage and promised time, and nothing else",
  async (check) => {
    const app = await buildTestApp({ startAt: monday });
    const order = await addOrder(app);
    const page = await press(app, "/status", { ref: ` ${order.ref_number.toLowerCase()}`, check });
    expect([page.status, page.heading]).toEqual([200, "Approved: now the payment"]);
    expect(page.text).toContain("by the end of Thursday 6 August");
    expect(page.text).not.toMatch(/Aroha|Ngata|Ōtaika|555|Front diff|Honda|\$|QK010/);
    expect(page.html).not.toContain("/my/");
    expect(page.headers.get("cache-control")).toBe("no-store");
  },
);

test("every miss gets the same response", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  const misses = [
    { ref: reference, check: "0199" },
    { ref: reference, check: "hemi@example.co.nz" },
    { ref: reference, check: "100" },
    { ref: "QK-222222-2222", check: "0100" },
    { ref: "nonsense <b>", check: "0100" },
    { ref: "QK-XXXXXX-XXXX", check: "0100" },
  ];
  const pages = [];
  for (const miss of misses) pages.push(await press(app, "/status", miss));
  expect(new Set(pages.map(({ status, html }) => `${status} ${html}`)).size).toBe(1);
  expect(pages[0]?.status).toBe(404);
});

test("an empty field is named, and what was typed stays", async () => {
  const app = await buildTestApp();
  const page = await press(app, "/status", { ref: 'QK-"2"', check: "" });
  expect(page.status).toBe(400);
  expect(page.html).toContain('value="QK-&quot;2&quot;"');
});

test("ten tries an hour from one address, right or wrong", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  const right = { ref: reference, check: "0100" };
  for (let count = 1; count <= 9; count += 1)
    expect((await press(app, "/status", { ...right, check: String(count) })).status).toBe(404);
  expect((await press(app, "/status", right)).status).toBe(200);
  const refused = await press(app, "/status", right);
  expect([refused.status, refused.heading]).toEqual([429, "Too many tries"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  app.advance(hourMs);
  expect((await press(app, "/status", right)).status).toBe(200);
});

test("sixty tries an hour for one reference, from whatever addresses", async () => {
  const app = await buildTestApp({ environment: { TRUST_PROXY: "127.0.0.1" } });
  const { reference } = await addQuote(app);
  const from = (index: number) =>
    press(app, "/status", { ref: reference, check: "0100" }, { "x-forwarded-for": `192.0.2.${index}` });
  for (let index = 1; index <= 60; index += 1) expect((await from(index)).status).toBe(200);
  expect((await from(61)).status).toBe(429);
});

test("the form says what it needs, and is in the footer's reach without scripts", async () => {
  const app = await buildTestApp();
  const page = await visit(app, "/status");
  expect([page.status, page.heading]).toEqual([200, "Where is my request?"]);
  expect(page.html).toContain('<form class="block quote prose" method="post" action="/status">');
  expect(page.headers.get("content-security-policy")).not.toContain("script-src");
});
