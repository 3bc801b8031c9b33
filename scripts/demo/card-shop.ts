import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";

import { firm } from "#domain/firm.ts";
import { FakeStripe } from "#tests/fake-stripe.ts";

const startScript = resolve(import.meta.dirname, "../start.mjs");
const longestStartMs = 180_000; // With what it installs and builds the first time.

/** The installation's own, or else a made-up one. */
export function bankOf(env: NodeJS.ProcessEnv): Record<string, string> {
  const isSet = env["BANK_ACCOUNT"] !== undefined || env["BANK_ACCOUNT_NAME"] !== undefined;
  return isSet ? {} : { BANK_ACCOUNT: "01-0902-0068389-00", BANK_ACCOUNT_NAME: firm.legal_name };
}

/**
 * Starts the server of this installation with a stand-in for the card company, on `origin`; its log goes into the file. Both end
 * with this command. Returns how to sign in, if the server has just made that up.
 */
export async function startCardShop(origin: string, logFile: string): Promise<string | null> {
  if (await answers(origin))
    throw new Error(
      `A server answers at ${origin} already. Stop it: this command starts one that takes cards.`,
    );
  const stripe = new FakeStripe();
  await stripe.start();
  stripe.webhook = `${origin}/hooks/stripe`;
  const env = { ...process.env, ...bankOf(process.env), ...stripe.environment, SITE_ORIGIN: origin };
  const server = spawn(process.execPath, [startScript], { stdio: ["inherit", "pipe", "inherit"], env });
  await mkdir(dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile);
  let firstAdmin: string | null = null;
  createInterface({ input: server.stdout }).on("line", (line) => {
    if (line.startsWith("{")) log.write(`${line}\n`);
    else console.log(line);
    firstAdmin ??= /^First admin, shown only now: (.+)/.exec(line)?.[1] ?? null;
  });
  server.on("exit", (code) => process.exit(code ?? 1));
  process.on("SIGINT", () => server.kill("SIGINT"));
  process.on("SIGTERM", () => server.kill("SIGTERM"));
  for (const end = Date.now() + longestStartMs; !(await answers(origin)); await setTimeout(250))
    if (Date.now() > end) throw new Error(`The server did not start within ${longestStartMs / 1000} s`);
  return firstAdmin;
}

function answers(origin: string): Promise<boolean> {
  return fetch(origin).then(
    ({ ok }) => ok,
    () => false,
  );
}
