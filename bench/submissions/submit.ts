import { mailBody, storeBody } from "#tests/quote-example.ts";

import type { KeepAliveClient } from "../measuring/keep-alive-client.ts";

/** The mail call, as the page makes it; returns the reference. */
export async function mail(client: KeepAliveClient, fields: object): Promise<string> {
  const mailed = await client.post("/send-mail.php", mailBody(fields));
  const reference = /"ref_number":"([^"]+)"/.exec(mailed.body)?.[1];
  if (reference === undefined) throw new Error(`The mail call was answered ${mailed.status}: ${mailed.body}`);
  return reference;
}

/** The store call that follows it. */
export async function store(
  client: KeepAliveClient,
  anonKey: string,
  fields: object,
  reference: string,
): Promise<void> {
  const keys = { apikey: anonKey, authorization: `Bearer ${anonKey}` };
  const stored = await client.post("/rest/v1/quote_requests", storeBody(reference, fields), keys);
  if (stored.status !== 201) throw new Error(`The store call was answered ${stored.status}: ${stored.body}`);
}
