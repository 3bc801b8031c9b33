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
}

export interface LoadResult {
  readonly seconds: number;
  readonly p99Milliseconds: number;
}

const clients = 32;

async function run(order: LoadOrder): Promise<LoadResult> {
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
        const fields = exampleFields(index);
        await store(client, order.anonKey, fields, await mail(client, fields));
        times.push(performance.now() - begun);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const client of connections) client.close();
  return { seconds, p99Milliseconds: quantile(times, 0.99) };
}

console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? "{}"))));
