import { setTimeout as delay } from "node:timers/promises";

import { onTestFinished } from "vitest";

import { between, type Chance } from "#scripts/demo/chance.ts";

import { ServerProcess } from "./server-process.ts";

export interface KillableServer {
  readonly origin: string;
  readonly kill: () => Promise<unknown>;
}

export async function startServer(environment: Readonly<Record<string, string>>): Promise<KillableServer> {
  const server = new ServerProcess({ ...environment, PORT: "0" });
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  return { origin: await server.ready(), kill: () => server.stop("SIGKILL") };
}

export type Call<Item> = (origin: string, item: Item) => Promise<Response>;

/** Makes the calls, three at a time, and kills the server at once or soon after some of the answers. Returns how many were cut off. */
export async function cutOff<Item>(
  server: KillableServer,
  items: readonly Item[],
  call: Call<Item>,
  random: Chance,
): Promise<number> {
  const dieAfter = between(random, 1, 4);
  const wait = between(random, 0, 2);
  const waiting = [...items];
  let answers = 0;
  let cut = 0;
  const makeCalls = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await call(server.origin, item);
        answers += 1;
      } catch {
        cut += 1;
      }
      if (answers === dieAfter) void delay(wait).then(server.kill);
    }
  };
  await Promise.all([makeCalls(), makeCalls(), makeCalls()]);
  await server.kill();
  return cut;
}
