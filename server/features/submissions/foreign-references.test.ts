import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { type Example, examples, mailedReference, recordBody } from "#tests/submission-examples.ts";

const day = 24 * 60 * 60_000;

async function store(app: TestApp, example: Example, refNumber: string) {
  const answer = await app.store(example.submission.table, recordBody(example, refNumber));
  return { status: answer.status, ...(answer.status === 201 ? {} : await answer.json()) };
}

/** The same kind of submission by another person. */
function byAnother({ values, ...example }: Example): Example {
  return { ...example, values: { ...values, full_name: "Another Visitor", email: "another@example.co.nz" } };
}

test.for(examples)(
  "$submission.name: another visitor's reference stores neither their fields nor one's own",
  async (example) => {
    const app = await buildTestApp();
    const theirs = await mailedReference(app, byAnother(example));
    await mailedReference(app, example);
    expect(await store(app, example, theirs)).toMatchObject({ status: 403, code: "42501" });
    expect((await store(app, byAnother(example), theirs)).status).toBe(201);
    expect(await store(app, example, theirs)).toMatchObject({ status: 409, code: "23505" });
    expect(await app.rows(example.submission.table)).toMatchObject([{ full_name: "Another Visitor" }]);
  },
);

test.for(examples)(
  "$submission.name: a used reference stores nothing more, today or when the ledger has forgotten it",
  async (example) => {
    const app = await buildTestApp();
    const reference = await mailedReference(app, example);
    expect((await store(app, example, reference)).status).toBe(201);
    expect((await store(app, example, reference)).status).toBe(201);
    app.advance(31 * day);
    await app.app.run("old rows");
    expect(await store(app, example, reference)).toMatchObject({ status: 403, code: "42501" });
    expect(await app.rows(example.submission.table)).toHaveLength(1);
  },
);

test("forged references store nothing and look like unknown ones", async () => {
  const app = await buildTestApp();
  const [example] = examples;
  const reference = await mailedReference(app, example!);
  const last = reference.endsWith("2") ? "3" : "2";
  const forged = [
    reference.slice(0, -1) + last,
    reference.toLowerCase(),
    `${reference} `,
    "QK-%-%",
    "",
    null,
    [reference],
  ];
  const answers = await Promise.all(forged.map((one) => store(app, example!, one as string)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
  expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
  expect(await app.rows("quote_requests")).toEqual([]);
});
