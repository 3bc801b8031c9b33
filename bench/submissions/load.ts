import { readFileSync } from "node:fs";

import { KeepAliveClient } from "../measuring/keep-alive-client.ts";
import { quantile } from "../measuring/statistics.ts";
import { exampleFields } from "./example-fields.ts";
import { mail, store } from "./submit.ts";

/** What one round of load is asked for, and what it answers; both as JSON. */
export interface LoadOrder {
  readonly port: number;
  readonly anonKey: string;
  /** Numbers of the submissions to send. */
  readonly first: number;
  readonly count: number;
  /** References of submissions that are mailed already; null sends the mail call too. */
  readonly references: string | null;
}

export interface LoadResult {
  readonly seconds: number;
  readonly p99Milliseconds: number;
}

const clients = 32;

async function run(order: LoadOrder): Promise<LoadResult> {
  const references: string[] | null = order.references === null ? null : readReferences(order.references);
  const last = order.first + order.count;
  let next = order.first;
  const times: number[] = [];
  const connections = Array.from({ length: clients }, () => new KeepAliveClient(order.port));
  const start = performance.now();
  await Promise.all(
    connections.map(async (client) => {
      while (next < last) {
        const index = next;
        next += 1;
        const begun = performance.now();
        await submit(client, order.anonKey, index, references?.[index] ?? null);
        times.push(performance.now() - begun);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const client of connections) client.close();
  return { seconds, p99Milliseconds: quantile(times, 0.99) };
}

function readReferences(file: string): string[] {
  return readFileSync(file, "utf8").split("\n");
}

/** The two calls of the form, as the page makes them. */
async function submit(
  client: KeepAliveClient,
  anonKey: string,
  index: number,
  known: string | null,
): Promise<void> {
  const fields = exampleFields(index);
  await store(client, anonKey, fields, known ?? (await mail(client, fields)));
}

console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? "{}"))));
