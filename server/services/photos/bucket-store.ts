import { createHash } from "node:crypto";

import { AwsClient } from "aws4fetch";

import type { Bucket } from "#server/platform/config/variables.ts";

import { photoFileForm, photoFileName, type PhotoSize, type PhotoStore } from "./photo-store.ts";

const deadlineMs = 15_000;
const retries = 3;

/** A bucket of any service that speaks S3, for several instances. */
export function bucketStore({ origin, bucket, prefix, region, key, secret }: Bucket): PhotoStore {
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, region, service: "s3", retries });
  const root = `${origin}/${bucket}`;
  const send = async (address: string, method: string, body?: Uint8Array): Promise<Response> => {
    const hash = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    const response = await client.fetch(address, {
      method,
      headers: {
        "x-amz-content-sha256": hash,
        ...(body === undefined ? {} : { "content-type": "image/jpeg" }),
      },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      signal: AbortSignal.timeout(deadlineMs),
    });
    if (response.ok || response.status === 404) return response;
    await response.body?.cancel();
    // Its body may name the key.
    throw new Error(`The photo bucket answered ${method} with ${response.status}`);
  };
  const addressOf = (id: string, size: PhotoSize) => `${root}/${prefix}${photoFileName(id, size)}`;
  const put = async (address: string, bytes: Uint8Array) => {
    const { status } = await send(address, "PUT", bytes);
    if (status === 404) throw new Error("The photo bucket does not exist");
  };
  return {
    async write(id, { content, preview }) {
      await put(addressOf(id, "small"), preview);
      await put(addressOf(id, "large"), content);
    },
    async read(id, size) {
      const response = await send(addressOf(id, size), "GET");
      const bytes = new Uint8Array(await response.arrayBuffer());
      return response.ok ? bytes : null;
    },
    async remove(id) {
      for (const size of ["large", "small"] as const) await send(addressOf(id, size), "DELETE");
    },
    async ids(before) {
      const ids = new Set<string>();
      for (let next: string | null = ""; next !== null;) {
        const query = new URLSearchParams({ "list-type": "2", prefix });
        if (next !== "") query.set("continuation-token", next);
        const list = await (await send(`${root}?${query}`, "GET")).text();
        for (const id of idsIn(list, before)) ids.add(id);
        next = textIn(list, "NextContinuationToken");
      }
      return [...ids];
    },
  };
}

/** Of one page of a list (ListObjectsV2). */
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
