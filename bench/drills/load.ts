import { createWriteStream } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

import { KeepAliveClient } from "../measuring/keep-alive-client.ts";
import { exampleFields } from "../submissions/example-fields.ts";
import { mail, store } from "../submissions/submit.ts";

/** What visitors are to do, as JSON; they do it until the process is stopped. */
export interface VisitorOrder {
  readonly port: number;
  readonly anonKey: string;
  /** Where each acknowledged submission becomes a line. */
  readonly output: string;
}

/** One submission: when it began (Unix time), how long its calls took, in ms, and its reference. */
export type Acknowledged = readonly [at: number, mailMs: number, storeMs: number, reference: string];

const visitors = 16;
const everyMs = 400;

const order: VisitorOrder = JSON.parse(process.argv[2] ?? "{}");
const output = createWriteStream(order.output);
let next = 1_000_000;

async function visit(number: number): Promise<void> {
  const client = new KeepAliveClient(order.port);
  await delay((number * everyMs) / visitors);
  for (;;) {
    const begun = performance.now();
    const acknowledged = await submitOne(client);
    output.write(`${JSON.stringify(acknowledged)}\n`);
    await delay(Math.max(0, everyMs - (performance.now() - begun)));
  }
}

async function submitOne(client: KeepAliveClient): Promise<Acknowledged> {
  const fields = exampleFields((next += 1));
  const at = Date.now();
  const begun = performance.now();
  const reference = await mail(client, fields);
  const mailed = performance.now();
  await store(client, order.anonKey, fields, reference);
  return [at, mailed - begun, performance.now() - mailed, reference];
}

await Promise.all(Array.from({ length: visitors }, (_, number) => visit(number)));
