import fc from "fast-check";
import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { mailBody, quoteExample, storeBody } from "#tests/quote-example.ts";

const environment = { LIMIT_SUBMISSIONS_PER_ADDRESS: "1000000", LIMIT_MAILS_PER_HOUR: "1000000" };

/** Anything JSON can carry, the nasty kinds of text included. */
const anyValue = fc.oneof(fc.jsonValue(), fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));

/** A complete body in which some fields hold anything, and some names are strangers. */
function broken(body: object): fc.Arbitrary<object> {
  const changes = fc.dictionary(fc.constantFrom(...Object.keys(body), "id", "constructor", "x"), anyValue, {
    minKeys: 1,
    maxKeys: 3,
  });
  return changes.map((change) => ({ ...body, ...change }));
}

test("whatever the mail call is sent, the server answers with a decision, never with a fault", async () => {
  const app = await buildTestApp({ environment });
  const property = fc.asyncProperty(fc.oneof(anyValue, broken(mailBody())), async (body) => {
    const answer = await app.postJson("/send-mail.php", JSON.stringify(body));
    expect([200, 400]).toContain(answer.status);
    expect(await answer.json()).toHaveProperty("success", answer.status === 200);
  });
  await fc.assert(property, { numRuns: 400 });
});

test("whatever the store call is sent, nothing is stored but what was mailed", async () => {
  const app = await buildTestApp({ environment });
  const answer = await app.postJson("/send-mail.php", mailBody(quoteExample));
  const { ref_number: reference } = await answer.json();
  const property = fc.asyncProperty(fc.oneof(anyValue, broken(storeBody(reference))), async (body) => {
    const { status } = await app.store("quote_requests", JSON.stringify(body));
    expect([201, 400, 403]).toContain(status);
  });
  await fc.assert(property, { numRuns: 400 });
  const rows = await app.rows("quote_requests");
  expect(rows.every((row) => row["ref_number"] === reference && row["part_needed"] === "Front diff")).toBe(
    true,
  );
});
