import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";

import { FakeStripe } from "#tests/fake-stripe.ts";

const startScript = resolve(import.meta.dirname, "../start.mjs");
const longestStartMs = 180_000; // With what it installs and builds the first time.

/** Starts the server of this installation with a stand-in for the card company, on `origin`. Both end with this command. */
export async function startCardShop(origin: string): Promise<void> {
  if (await answers(origin))
    throw new Error(
      `A server answers at ${origin} already. Stop it: this command starts one that takes cards.`,
    );
  const stripe = new FakeStripe();
  await stripe.start();
  stripe.webhook = `${origin}/hooks/stripe`;
  const env = { ...process.env, ...stripe.environment, SITE_ORIGIN: origin };
  const server = spawn(process.execPath, [startScript], { stdio: "inherit", env });
  server.on("exit", (code) => process.exit(code ?? 1));
  process.on("SIGINT", () => server.kill("SIGINT"));
  process.on("SIGTERM", () => server.kill("SIGTERM"));
  for (const end = Date.now() + longestStartMs; !(await answers(origin)); await setTimeout(250))
    if (Date.now() > end) throw new Error(`The server did not start within ${longestStartMs / 1000} s`);
}

function answers(origin: string): Promise<boolean> {
  return fetch(origin).then(
    ({ ok }) => ok,
    () => false,
  );
}
