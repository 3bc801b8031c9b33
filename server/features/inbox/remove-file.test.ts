import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { type InboundExample, inboundMail } from "#tests/inbound-mail.ts";
import { plainPhoto } from "#tests/photo-examples.ts";
import { quoteExample } from "#tests/quote-example.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

const card = "<card@mail.example.co.nz>";

/** Takes mails in from the folder, one after the other. */
async function receive(app: TestApp, ...mails: InboundExample[]) {
  await app.app.run("inbox");
  for (const [index, mail] of mails.entries()) {
    await writeFile(join(app.dataDir, `inbox/${index}.eml`), await inboundMail(mail));
    await app.app.run("inbox");
  }
}

const names = (app: TestApp, shelf: string) => readdir(join(app.dataDir, "inbox/QuadKea", shelf));

async function withCard() {
  const attachments = [
    { filename: "card.jpg", content: await plainPhoto() },
    { filename: "lever.pdf", content: "%PDF-1.7" },
  ];
  return { messageId: card, attachments };
}

async function idOf(app: TestApp, name: string): Promise<string> {
  return String((await app.rows("inbound_files")).find((file) => file["name"] === name)?.["id"]);
}

test("staff take a file out of a mail: it and the message as it came go, its name stays, the history says so", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample, { email: quoteExample.email });
  const subject = `Re: ${reference}`;
  const answer = { subject, text: "And the year: 2015", inReplyTo: card, references: [card] };
  await receive(app, { ...(await withCard()), subject }, answer);
  expect(await names(app, "Filed")).toEqual(["0.eml", "1.eml"]);
  const cookie = await app.signIn();
  const id = await idOf(app, "card.jpg");
  const remove = () => deskCall(app, cookie, `DELETE inbox-file-part?id=${id}`);
  expect([await remove(), await remove()]).toMatchObject([{ status: 200 }, { status: 200 }]);
  for (const size of ["", "&w=320"]) {
    const gone = await app.fetch(`/functions/v1/inbox-attachment?id=${id}${size}`, { headers: { cookie } });
    expect(gone.status).toBe(404);
  }
  const mail = (await app.rows("inbound_mails")).find((row) => row["message_id"] === card);
  const { body } = await deskCall(app, cookie, `GET inbox-message?id=${String(mail?.["id"])}`);
  expect(body["files"]).toMatchObject([
    { name: "card.jpg", kept: null, url: null, is_removed: true },
    { name: "lever.pdf", kept: "download" },
  ]);
  const sources = (await app.rows("inbound_sources")).map((source) => source["mail_id"]);
  expect(sources).toEqual([expect.not.stringMatching(String(mail?.["id"]))]);
  // What answered it stays.
  expect(await names(app, "Filed")).toEqual(["1.eml"]);
  const events = (await app.rows("record_events")).filter(({ type }) => type === "file_removed");
  expect(events).toMatchObject([{ reference, becomes: mail?.["id"], user_id: expect.any(String) }]);
  expect((await deskCall(app, cookie, "DELETE inbox-file-part?id=none")).status).toBe(404);
});

test("a file of a mail that is in no record is taken out, and stays out once it is filed", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  await receive(app, await withCard());
  const id = await idOf(app, "card.jpg");
  expect((await deskCall(app, cookie, `DELETE inbox-file-part?id=${id}`)).status).toBe(200);
  expect([await names(app, "Unfiled"), await app.rows("inbound_sources")]).toEqual([[], []]);
  const [{ id: mail } = {}] = await app.rows("inbound_mails");
  await deskCall(app, cookie, "POST inbox-file", {
    id: mail,
    ref: await addRecord(app, quoteRequestExample),
  });
  const { body } = await deskCall(app, cookie, `GET inbox-message?id=${String(mail)}`);
  expect(body["files"]).toMatchObject([{ is_removed: true }, { kept: "download" }]);
});
