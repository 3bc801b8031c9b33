import { createHash } from "node:crypto";

import { AwsClient } from "aws4fetch";

import type { PhotoBucket } from "#server/platform/config/variables.ts";
import { problemText } from "#server/platform/observability/problem-text.ts";

import {
  markFileName,
  photoFileForm,
  photoFileName,
  type PhotoPlace,
  type PhotoSize,
  PhotosUnreachable,
} from "./photo-store.ts";

/** For a call with its retries, so that whoever waits for an upload gets an answer. */
const deadlineMs = 5000;
const retries = 3;

/** A bucket of any service that speaks S3, for several instances. */
export function bucketStore({ origin, bucket, prefix, region, key, secret }: PhotoBucket): PhotoPlace {
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, region, service: "s3", retries });
  const root = `${origin}/${bucket}`;
  /** Resolves with null for 404. */
  const ask = async (address: string, method: string, body?: Uint8Array): Promise<Buffer | null> => {
    const hash = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    const headers = {
      "x-amz-content-sha256": hash,
      ...(body === undefined ? {} : { "content-type": "image/jpeg" }),
    };
    const signal = AbortSignal.timeout(deadlineMs);
    const whole = body === undefined ? {} : { body: new Uint8Array(body) };
    try {
      return await contentOf(await client.fetch(address, { method, headers, signal, ...whole }), method);
    } catch (error) {
      if (error instanceof PhotosUnreachable) throw error;
      const why = signal.aborted ? "within 5 seconds" : `(${problemText(error)})`;
      throw new PhotosUnreachable(`The photo bucket did not answer ${method} ${why}.`);
    }
  };
  const send = async (...call: Parameters<typeof ask>) => {
    const content = await ask(...call);
    if (content === null) throw noBucket;
    return content;
  };
  const addressOf = (id: string, size: PhotoSize) => `${root}/${prefix}${photoFileName(id, size)}`;
  const markAddress = `${root}/${prefix}${markFileName}`;
  return {
    async write(id, { content, preview }) {
      await send(addressOf(id, "small"), "PUT", preview);
      await send(addressOf(id, "large"), "PUT", content);
    },
    read: (id, size) => ask(addressOf(id, size), "GET"),
    async remove(id) {
      for (const size of ["large", "small"] as const) await ask(addressOf(id, size), "DELETE");
    },
    async ids(before) {
      const ids = new Set<string>();
      for (let next: string | null = ""; next !== null;) {
        const query = new URLSearchParams({ "list-type": "2", prefix });
        if (next !== "") query.set("continuation-token", next);
        const list = String(await send(`${root}?${query}`, "GET"));
        for (const id of idsIn(list, before)) ids.add(id);
        next = textIn(list, "NextContinuationToken");
      }
      return [...ids];
    },
    readMark: async () => (await ask(markAddress, "GET"))?.toString("utf8").trim() ?? null,
    writeMark: async (mark) => void (await send(markAddress, "PUT", Buffer.from(`${mark}\n`))),
  };
}

const noBucket = new PhotosUnreachable("The photo bucket does not exist.");

/** Only the body of a 404 says whether the object is missing or the whole bucket. What else it says may name the key. */
async function contentOf(response: Response, method: string): Promise<Buffer | null> {
  const content = Buffer.from(await response.arrayBuffer());
  if (response.ok) return content;
  if (response.status !== 404)
    throw new PhotosUnreachable(`The photo bucket answered ${method} with ${response.status}.`);
  if (content.includes("NoSuchBucket")) throw noBucket;
  return null;
}

/** Reads a page of ListObjectsV2. */
function idsIn(list: string, before: Date | undefined): string[] {
  const entries = [...list.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = ""]) => entry);
  return entries.flatMap((entry) => {
    const name = textIn(entry, "Key")?.split("/").at(-1) ?? "";
    const id = photoFileForm.exec(name)?.[1];
    const isOld = before === undefined || new Date(textIn(entry, "LastModified") ?? Number.NaN) < before;
    return id === undefined || !isOld ? [] : [id];
  });
}

function textIn(xml: string, name: string): string | null {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text?.replaceAll("&amp;", "&") ?? null;
}
