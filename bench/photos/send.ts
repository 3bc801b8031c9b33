import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

import { pieceBytes } from "#domain/deals/photos.ts";

/** Sends the file of argv so many times to the page of a deal, in pieces, as the phone does. */
const [, , page = "", file = "", count = "1"] = process.argv;
const uploads = `${page}/photos/uploads`;
const bytes = readFileSync(file);
const tus = { "tus-resumable": "1.0.0" };
for (let sent = 0; sent < Number(count); sent += 1) await send(randomUUID());

async function send(id: string): Promise<void> {
  const metadata = `id ${Buffer.from(id).toString("base64")}`;
  const length = { "upload-length": String(bytes.length), "upload-metadata": metadata };
  await expectStatus(201, fetch(uploads, { method: "POST", headers: { ...tus, ...length } }));
  for (let at = 0; at < bytes.length; at += pieceBytes.most) {
    const piece = { "upload-offset": String(at), "content-type": "application/offset+octet-stream" };
    const body = new Uint8Array(bytes.subarray(at, at + pieceBytes.most));
    await expectStatus(
      204,
      fetch(`${uploads}/${id}`, { method: "PATCH", headers: { ...tus, ...piece }, body }),
    );
  }
}

async function expectStatus(status: number, asked: Promise<Response>): Promise<void> {
  const answer = await asked;
  if (answer.status !== status) throw new Error(`answered ${answer.status}: ${await answer.text()}`);
}
