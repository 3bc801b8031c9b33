import { randomUUID } from "node:crypto";

import sharp from "sharp";

import type { TestApp } from "./build-test-app.ts";

/** A photo of a plain colour. */
export function plainPhoto(width = 1200, height = 900, background = "#2f6b3a"): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** One that no compression makes small, as a camera's. */
export function noisyPhoto(width: number, height: number): Promise<Buffer> {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#777",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** As a camera sees grass and gravel: its preview of 320 pixels weighs about 20 KB. */
export async function detailedPhoto(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const texture = sharp({ create: { width: 320, height: 240, channels: 3, background: "#777", noise } });
  return sharp(await texture.png().toBuffer())
    .resize(1600)
    .jpeg()
    .toBuffer();
}

export const tusHeaders = { "tus-resumable": "1.0.0" } as const;

const coded = (text: string) => Buffer.from(text).toString("base64");

export interface Begun {
  readonly status: number;
  readonly location: string;
  readonly error: string;
}

/** The first call of an upload, below the page of a deal. */
export async function beginUpload(
  app: TestApp,
  page: string,
  { size, id = randomUUID(), shot }: { size: number; id?: string; shot?: string },
): Promise<Begun> {
  const metadata = [`id ${coded(id)}`, ...(shot === undefined ? [] : [`shot ${coded(shot)}`])].join(",");
  const response = await app.fetch(`${page}/photos/uploads`, {
    method: "POST",
    headers: { ...tusHeaders, "upload-length": String(size), "upload-metadata": metadata },
  });
  const text = await response.text();
  const error = text === "" ? "" : String(JSON.parse(text).error);
  return { status: response.status, location: response.headers.get("location") ?? "", error };
}

export async function sendPiece(app: TestApp, location: string, offset: number, bytes: Uint8Array) {
  const response = await app.fetch(location, {
    method: "PATCH",
    headers: {
      ...tusHeaders,
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
    },
    body: new Uint8Array(bytes),
  });
  const text = await response.text();
  const error = text === "" ? "" : String(JSON.parse(text).error);
  return { status: response.status, offset: response.headers.get("upload-offset"), error };
}

/** Sends a whole photo. Returns the status of the last response, and why it was refused. */
export async function sendPhoto(
  app: TestApp,
  page: string,
  bytes: Uint8Array,
  more: { id?: string; shot?: string } = {},
) {
  const begun = await beginUpload(app, page, { size: bytes.length, ...more });
  if (begun.status !== 201) return { ...begun, id: "" };
  const id = begun.location.split("/").at(-1) ?? "";
  return { ...(await sendPiece(app, begun.location, 0, bytes)), location: begun.location, id };
}
