import { expect, test } from "vitest";

import { fieldEntries, type Submission } from "#domain/submission.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addRecord, type Example, examples, recordBody } from "#tests/submission-examples.ts";

const lineEnds = ["\r\n", "\n", "\r", "\v", "\f", "\u0085", "\u2028", "\u2029"];

/** Everything but one mail address in its plainest form. */
const noAddresses = [
  "a@b.nz,c@d.nz",
  "a@b.nz;c@d.nz",
  "a@b.nz c@d.nz",
  "undisclosed-recipients:;",
  "staff: a@b.nz, c@d.nz;",
  "<a@b.nz>",
  "Aroha <a@b.nz>",
  '"a,b"@c.nz',
  "a(comment)@b.nz",
  "a@[127.0.0.1]",
  "a@b.nz\0",
  "a@b.nz%0d%0aBcc:c@d.nz",
  "ā@b.nz",
  "a@b",
  "@b.nz",
];

async function mailCall(app: TestApp, { submission, values }: Example, changes: object) {
  const body = { form_type: submission.formType, ...values, ...changes };
  const answer = await app.postJson("/send-mail.php", body);
  return { status: answer.status, ...(await answer.json()) };
}

function fieldsOf(submission: Submission, kinds: readonly string[]): string[] {
  return fieldEntries(submission).flatMap(([name, field]) => (kinds.includes(field.kind) ? [name] : []));
}

test.for(examples)(
  "$submission.name: no kind of line end gets into a one-line field, and so into a header",
  async (example) => {
    const app = await buildTestApp();
    for (const field of fieldsOf(example.submission, ["text", "phone", "email"])) {
      for (const end of lineEnds) {
        const answer = await mailCall(app, example, { [field]: `a@b.nz${end}Bcc: victim@example.com` });
        expect({ field, end, status: answer.status, named: answer.field }).toEqual({
          field,
          end,
          status: 400,
          named: field,
        });
      }
    }
    expect(await app.mails()).toEqual([]);
  },
);

test.for(examples)(
  "$submission.name: lists, groups and quoted forms are no e-mail address",
  async (example) => {
    const app = await buildTestApp();
    for (const email of noAddresses) {
      expect(await mailCall(app, example, { email })).toMatchObject({ status: 400, field: "email" });
    }
    expect(await app.mails()).toEqual([]);
  },
);

const strange = "Ngāi 🏍👩‍🌾 e\u0301 <b>&amp; \u202eevil\u202c \u200fمرحبا";

test.for(examples)(
  "$submission.name: macrons, emoji and markup arrive as they were typed, in one header each; long texts keep right-to-left marks",
  async (example) => {
    const { submission, values } = example;
    const app = await buildTestApp();
    const plain = await mailCall(app, example, { full_name: "Somebody else" });
    const [short, long] = [fieldsOf(submission, ["text"]), fieldsOf(submission, ["long-text"])];
    const texts = [...short, ...long].map((name) => [name, strange]);
    const typed = { ...example, values: { ...values, ...Object.fromEntries(texts) } };
    const { status, ref_number: reference } = await mailCall(app, typed, {});
    expect([plain.status, status]).toEqual([200, 200]);
    await app.app.services.mailStep.settled();
    const staffMails = (await app.mails()).filter((mail) => mail.replyTo?.[0]?.address === values["email"]);
    const [before, after] = staffMails.map((mail) => mail.headers.map(({ key }) => key));
    expect(after).toEqual(before);
    const staffMail = staffMails.find((mail) => mail.subject?.includes(reference));
    expect(staffMail?.subject).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(staffMail?.text?.normalize()).toContain(strange.normalize());
    expect(staffMail?.html).not.toContain("<b>&amp; ");
    expect((await app.store(submission.table, recordBody(typed, reference))).status).toBe(201);
    const stored = (await app.rows(submission.table)).find((row) => row["ref_number"] === reference);
    const kept = strange.normalize();
    const seen = kept.replaceAll(/[\u200d\u200f\u202c\u202e]/g, "");
    expect(stored).toMatchObject(Object.fromEntries(short.map((name) => [name, seen])));
    expect(stored).toMatchObject(Object.fromEntries(long.map((name) => [name, kept])));
  },
);

const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

test.for(examples)(
  "$submission.name: bodies that are no form are refused, and nothing is mailed",
  async (example) => {
    const { submission, values } = example;
    const app = await buildTestApp();
    const good = JSON.stringify({ form_type: submission.formType, ...values }).slice(0, -1);
    const exact = `${good},"x":"`;
    const filled = (bytes: number) => `${exact}${"x".repeat(bytes - Buffer.byteLength(exact) - 2)}"}`;
    const refused: [what: string, body: string, status: number][] = [
      ["64 KiB, the most that is read", filled(65_536), 400],
      ["one byte more", filled(65_537), 413],
      ["deep lists in a field", `${good},"full_name":${deep(30_000)}}`, 400],
      ["deep lists", deep(32_000), 400],
      ["__proto__", `${good},"__proto__":{"admin":true}}`, 400],
      ["constructor", `${good},"constructor":{"prototype":{"admin":true}}}`, 400],
      ["toString", `${good},"toString":"x"}`, 400],
      ["a lone surrogate", `${good},"full_name":"\\ud83d"}`, 400],
      ["NUL", `${good},"full_name":"a\\u0000b"}`, 400],
      ["a number beyond all", `${good},"full_name":1e999}`, 400],
      ["the first of two is good", `${good},"email":"a@b.nz,c@d.nz"}`, 400],
      ["a comment", `${good}/**/}`, 400],
      ["a byte order mark and half a body", `\ufeff${good}`, 400],
    ];
    for (const [what, body, status] of refused) {
      const answer = await app.postJson("/send-mail.php", body);
      expect([what, answer.status]).toEqual([what, status]);
      expect(await answer.json()).toMatchObject({ success: false, error: expect.any(String) });
    }
    expect(await app.mails()).toEqual([]);
    expect(await app.rows("attempts")).toEqual([]);
  },
);

test.for(examples)(
  "$submission.name: of two equal keys the last counts, in mail and record alike",
  async (example) => {
    const { submission, values } = example;
    const app = await buildTestApp();
    const twice = (body: object) => JSON.stringify(body).replace("{", '{"full_name":"First",');
    const mailed = await app.postJson("/send-mail.php", twice({ form_type: submission.formType, ...values }));
    const { ref_number: reference } = await mailed.json();
    const stored = await app.store(submission.table, twice(recordBody(example, reference)));
    expect([mailed.status, stored.status]).toEqual([200, 201]);
    expect(await app.rows(submission.table)).toMatchObject([{ full_name: values["full_name"] }]);
  },
);

const serverColumns = {
  id: "1",
  status: "completed",
  created_at: "2020-01-01",
  updated_at: "2020-01-01",
  adopted: true,
};

test.for(examples)(
  "$submission.name: what the server decides cannot be sent along, by no way in",
  async (example) => {
    const { submission, values } = example;
    const app = await buildTestApp();
    const { ref_number: reference } = await mailCall(app, example, {});
    for (const [column, value] of Object.entries(serverColumns)) {
      expect(await mailCall(app, example, { [column]: value })).toMatchObject({ status: 400, field: column });
      const stored = await app.store(submission.table, {
        ...recordBody(example, reference),
        [column]: value,
      });
      expect([column, stored.status]).toEqual([column, column === "status" ? 400 : 403]);
      const form = new URLSearchParams({ ...values, consent: "true", [column]: String(value) } as Record<
        string,
        string
      >);
      const posted = await app.fetch(`/forms/${submission.name}`, { method: "POST", body: form });
      expect([column, posted.status]).toEqual([column, 422]);
    }
    await app.app.services.mailStep.settled();
    expect(await app.rows(submission.table)).toEqual([]);
    expect(await app.rows("attempts")).toHaveLength(1);
  },
);

/** What copies from web pages and contact lists bring along. */
const unseen = ["\u200b", "\u200d", "\u200e", "\u202a", "\u202e", "\u2060", "\u2066", "\ufeff", "\u00ad"];

test.for(examples)(
  "$submission.name: characters that nobody sees are dropped from short fields; long ones keep what joins an emoji",
  async (example) => {
    const app = await buildTestApp();
    const { submission, values } = example;
    const short = fieldsOf(submission, ["text", "phone", "email", "vin"]);
    const [long = ""] = fieldsOf(submission, ["long-text"]);
    const dirty = (text: string) => ["", text.slice(0, 2), text.slice(2), ""].join(unseen.join(""));
    const changes = Object.fromEntries(short.map((name) => [name, dirty(String(values[name] ?? ""))]));
    const family = "\u{1f468}\u200d\u{1f33e}";
    await addRecord(app, example, { ...changes, [long]: family });
    const [row] = await app.rows(submission.table);
    const seen = Object.fromEntries(short.map((name) => [name, values[name] ?? null]));
    expect(row).toMatchObject({ ...seen, [long]: family });
    await app.app.services.mailStep.settled();
    expect((await app.mails()).map(({ to }) => to?.[0]?.address)).toContain(values["email"]);
  },
);
