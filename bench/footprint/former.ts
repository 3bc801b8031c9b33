import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

import { Missing } from "../measuring/bench.ts";
import { today } from "../measuring/candidate.ts";

/**
 * The folder of the checkout to compare with: FORMER is its path or a commit. A commit is checked out, installed and built in
 * `var/former`, and stays there for the next run. Throws Missing if there is none.
 */
export function formerCheckout(): string {
  const former = process.env["FORMER"];
  if (former === undefined) throw new Missing("Which build to compare with? FORMER=<folder or commit>");
  const folder = existsSync(former) ? resolve(former) : join(today, "var/former", former);
  if (!existsSync(folder)) run(today, ["git", "worktree", "add", "--detach", folder, former]);
  if (!existsSync(join(folder, "node_modules"))) run(folder, ["npm", "ci", "--no-audit", "--no-fund"]);
  for (const checkout of [folder, today]) {
    if (!existsSync(join(checkout, "build/client/index.html"))) run(checkout, ["npm", "run", "build"]);
  }
  return folder;
}

function run(cwd: string, [command = "", ...args]: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) throw new Missing(`${[command, ...args].join(" ")} failed in ${cwd}`);
}
