import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { text } from "node:stream/consumers";

import { root, run } from "./setup.mjs";

/** What tools run with: NODE_ENV is theirs to choose. With GOGC, those written in Go need a fifth less of the processor's time. */
const environment = () => ({ GOGC: "400", ...process.env, NODE_ENV: undefined });

/** Does one thing, prints how it went, and returns whether it went well. */
export async function step(/** @type {string} */ name, /** @type {() => Promise<boolean>} */ work) {
  const startedAt = performance.now();
  const ok = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${ok ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
  return ok;
}

/**
 * Runs a tool with its output on the terminal.
 *
 * @param {string} name
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} [variables]
 */
export function loudStep(name, [command = "", ...args], variables = {}) {
  const env = { ...environment(), ...variables };
  return step(name, async () => (await run(command, args, { env })) === 0);
}

/** Runs a command and keeps what it prints. */
export async function capture(/** @type {string[]} */ [command = "", ...args]) {
  const child = spawn(command, args, { cwd: root, env: environment(), stdio: ["ignore", "pipe", "pipe"] });
  // The tests wait for the build alone, which needs the same cores.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const ended = new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { ok: (await ended) === 0, output, errors };
}

/** Runs tools, one after the other, whose output matters only when they fail. */
export function quietStep(/** @type {string} */ name, /** @type {string[][]} */ commands) {
  return step(name, async () => {
    for (const command of commands) {
      const { ok, output, errors } = await capture(command);
      if (ok) continue;
      console.log(`${output}${errors}`.trimEnd());
      return false;
    }
    return true;
  });
}
