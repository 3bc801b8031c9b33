import { spawn } from "node:child_process";

const graceMs = 12_000;
const parentCheckMs = 100;
const codeOfSigterm = 143;
const stopSignals = /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"]);

/** @type {Set<import("node:child_process").ChildProcess>} */
const children = new Set();
const parent = process.ppid;
let stopping = false;
let stopCode = 0;

function stop() {
  if (stopping) return;
  stopping = true;
  for (const child of children) {
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), graceMs).unref();
  }
}

function watchForStop() {
  for (const signal of stopSignals) process.on(signal, stop);
  // npm runs scripts through a shell, which may die of a signal without passing it on.
  return setInterval(() => process.ppid !== parent && stop(), parentCheckMs);
}

/** @type {NodeJS.Timeout | undefined} */
let watch;

function unwatch() {
  clearInterval(watch);
  watch = undefined;
  for (const signal of stopSignals) process.off(signal, stop);
}

/**
 * Runs a command to its end and returns its exit code. A signal to us, or the death of the process
 * that started us, stops every command and then us: with 0, if they ended as asked.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  const child = spawn(command, args, { stdio: "inherit", ...options });
  children.add(child);
  watch ??= watchForStop();
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      children.delete(child);
      if (children.size === 0) unwatch();
      if (!stopping) return resolve(code ?? 1);
      const asAsked = signal === "SIGTERM" || code === codeOfSigterm;
      stopCode = Math.max(stopCode, asAsked ? 0 : (code ?? 1));
      if (children.size === 0) process.exit(stopCode);
    });
  });
}

/** Stops what still runs, and then us: for commands that are of use only together. */
export function stopAll(/** @type {number} */ code) {
  stopCode = code;
  if (children.size === 0) process.exit(code);
  stop();
}
