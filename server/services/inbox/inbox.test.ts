import { expect, test } from "vitest";

import { buildTestApp, type TestAppOptions } from "#tests/build-test-app.ts";
import { type DovecotOptions, startDovecot } from "#tests/dovecot.ts";

import type { ArrivedMessage, Shelf } from "./mailbox.ts";

const letter = (name: string) =>
  `From: Hemi <hemi@example.co.nz>\r\nMessage-ID: <${name}@example.co.nz>\r\nSubject: ${name}\r\n\r\nYes please.\r\n`;
const subjectOf = (source: string | Uint8Array) => /^Subject: (.*?)\r$/m.exec(source.toString())?.[1] ?? "";

/** A stand-in. */
function store() {
  const kept: string[] = [];
  return {
    kept,
    takeIn: async ({ source }: ArrivedMessage): Promise<Shelf> => {
      const name = subjectOf(Buffer.from(source));
      if (!kept.includes(name)) kept.push(name);
      return name.startsWith("odd") ? "Unfiled" : "Filed";
    },
  };
}

async function inboxOf(
  skip: (note: string) => void,
  options: DovecotOptions = {},
  appOptions: TestAppOptions = {},
) {
  const dovecot = await startDovecot(skip, options);
  const { kept, takeIn } = store();
  const environment = { INBOX_URL: dovecot.url() };
  const app = await buildTestApp({ takeIn, ...appOptions, environment });
  return { dovecot, app, kept };
}

test("a message is taken in once and moved to the folder that says what became of it", async ({ skip }) => {
  const { dovecot, app, kept } = await inboxOf(skip);
  await dovecot.deliver(letter("yes"));
  await dovecot.deliver(letter("odd"));
  await app.app.run("inbox");
  expect(kept).toEqual(["yes", "odd"]);
  expect(await dovecot.messages("INBOX")).toEqual([]);
  expect((await dovecot.messages("QuadKea/Filed")).map(subjectOf)).toEqual(["yes"]);
  expect((await dovecot.messages("QuadKea/Unfiled")).map(subjectOf)).toEqual(["odd"]);
  expect(app.app.services.inbox.notice()).toBe(null);
});
