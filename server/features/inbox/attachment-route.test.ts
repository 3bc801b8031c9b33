import sharp from "sharp";
import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { receive } from "#tests/inbound-mail.ts";
import { quoteExample } from "#tests/quote-example.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

test("staff, and nobody else, get the pictures and downloads of a mail, byte for byte and without letting them run", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample, { email: quoteExample.email });
  const broken = { create: { width: 800, height: 600, channels: 3, background: "green" } } as const;
  const pdf = Buffer.from("%PDF-1.7\nthe invoice of the last part");
  await receive(app, {
    subject: `Photos for ${reference}`,
    attachments: [
      { filename: "lever.jpg", content: await sharp(broken).jpeg().toBuffer() },
      { filename: "setup.exe", content: pdf },
      { filename: "setup.zip", content: "PK" },
    ],
  });
  const [picture, download, named] = (await app.rows("inbound_files")).toSorted(
    (a, b) => Number(a["position"]) - Number(b["position"]),
  );
  const cookie = await app.signIn();
  const get = (query: string, headers: Record<string, string> = { cookie }) =>
    app.fetch(`/functions/v1/inbox-attachment?${query}`, { headers });
  const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

  const whole = await get(`id=${String(picture!["id"])}`);
  expect(whole.status).toBe(200);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  const content = await bytesOf(whole);
  expect(content).toEqual(new Uint8Array(picture!["content"] as Uint8Array));
  expect(await sharp(content).metadata()).toMatchObject({ width: 800, height: 600 });
  const small = await bytesOf(await get(`id=${String(picture!["id"])}&w=320`));
  expect(await sharp(small).metadata()).toMatchObject({ width: 320, height: 240 });

  const saved = await get(`id=${String(download!["id"])}`);
  expect(Object.fromEntries(saved.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="${reference}-2.pdf"`,
    "content-security-policy": expect.stringContaining("sandbox"),
    "x-content-type-options": "nosniff",
  });
  expect(await bytesOf(saved)).toEqual(new Uint8Array(pdf));

  for (const query of [
    `id=${String(named!["id"])}`,
    `id=${String(download!["id"])}&w=320`,
    "id=nobody",
    "w=1",
  ]) {
    const nothing = await get(query);
    expect([nothing.status, await nothing.json()]).toMatchObject([404, { success: false }]);
  }
  expect((await get(`id=${String(picture!["id"])}`, {})).status).toBe(401);
});
