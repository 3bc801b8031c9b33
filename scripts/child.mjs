import { spawn } from "node:child_process";

const graceMs = 12_000;
const parentCheckMs = 100;

/**
 * Runs a command to its end and returns its exit code. A signal to us, or the death of the process
 * that started us (npm runs scripts through a shell, which may not pass signals on), stops it.
 * A command stopped that way counts as ended well: we then leave with its code, or with 0.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  const child = spawn(command, args, { stdio: "inherit", ...options });
  const parent = process.ppid;
  let stopping = false;

  function stop() {
    if (stopping) return;
    stopping = true;
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), graceMs).unref();
  }

  process.on("SIGTERM", stop).on("SIGINT", stop).on("SIGHUP", stop);
  const watch = setInterval(() => process.ppid !== parent && stop(), parentCheckMs);

  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearInterval(watch);
      process.off("SIGTERM", stop).off("SIGINT", stop).off("SIGHUP", stop);
      if (stopping) process.exit(signal === "SIGTERM" ? 0 : (code ?? 1));
      resolve(code ?? 1);
    });
  });
}
