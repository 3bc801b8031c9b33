import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";

import { root, run } from "./setup.mjs";

/** What the tools run with: NODE_ENV is theirs to choose. With GOGC, those written in Go need a fifth less of the processor's time. */
function environment() {
  return { GOGC: "400", ...process.env, NODE_ENV: undefined };
}

/**
 * Does one thing and prints how it went. Returns whether it went well.
 *
 * @param {string} name
 * @param {() => Promise<boolean>} work
 */
export async function step(name, work) {
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
  const options = { env: { ...environment(), ...variables } };
  return step(name, async () => (await run(command, args, options)) === 0);
}

/**
 * Runs a command and keeps what it prints.
 *
 * @param {string[]} command
 * @param {{ errors?: boolean }} [options] `errors: false` leaves out what it prints as errors
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function capture([command = "", ...args], { errors = true } = {}) {
  const child = spawn(command, args, { cwd: root, env: environment(), stdio: ["ignore", "pipe", "pipe"] });
  // The tests wait for the build alone, which needs the same cores.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  child.stderr.on("data", (chunk) => errors && (output += String(chunk)));
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (code) => resolve({ ok: code === 0, output }));
  });
}

/**
 * Runs tools, one after the other, whose output matters only when they fail.
 *
 * @param {string} name
 * @param {string[][]} commands
 */
export function quietStep(name, commands) {
  return step(name, async () => {
    for (const command of commands) {
      const { ok, output } = await capture(command);
      if (ok) continue;
      console.log(output.trimEnd());
      return false;
    }
    return true;
  });
}
