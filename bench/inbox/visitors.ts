import { setTimeout as delay } from "node:timers/promises";

import { KeepAliveClient } from "../measuring/keep-alive-client.ts";
import { quantile } from "../measuring/statistics.ts";

/**
 * People who each open a page every half second, for argv's seconds at argv's port. Prints p99 and the longest time in milliseconds,
 * from the moment a page was due: who waits for one page waits for the next one, too.
 */
const [, , port = "", seconds = "60"] = process.argv;
const people = 20;
const everyMs = 500;
const pages = ["/", "/contact", "/request-quote", "/sell-vehicle", "/about"];

async function visit(person: number): Promise<number[]> {
  let client = new KeepAliveClient(Number(port));
  const taken: number[] = [];
  const start = performance.now() + (person * everyMs) / people;
  for (let page = 0; page * everyMs < Number(seconds) * 1000; page += 1) {
    const due = start + page * everyMs;
    await delay(Math.max(0, due - performance.now()));
    const path = pages[(page + person) % pages.length] ?? "/";
    // A server that was stopped for long drops its connections: people press reload, and still wait.
    while ((await client.get(path).catch(() => null)) === null) client = new KeepAliveClient(Number(port));
    taken.push(performance.now() - due);
  }
  client.close();
  return taken;
}

const taken = (await Promise.all(Array.from({ length: people }, (_, person) => visit(person)))).flat();
console.log(`p99 ${quantile(taken, 0.99)} longest ${Math.max(...taken)}`);
