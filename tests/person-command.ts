import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import type { TestApp } from "./build-test-app.ts";
import { type Example, examples } from "./submission-examples.ts";

const commandFile = resolve(import.meta.dirname, "../server/commands/person.ts");

interface Ended {
  readonly stdout: string;
  readonly stderr: string;
}

/** The operator's command, in a process of its own next to the running server. Rejects if it fails. */
export function runPerson(app: TestApp, ...args: string[]): Promise<Ended> {
  const env = { NODE_COMPILE_CACHE: join(tmpdir(), "quadkea-compile-cache"), ...app.environment };
  return promisify(execFile)(process.execPath, [commandFile, ...args], { env });
}

export async function person(app: TestApp, ...args: string[]): Promise<string> {
  return (await runPerson(app, ...args)).stdout;
}

/** One submission of each form by the visitor with this address. */
export function examplesOf(email: string): readonly Example[] {
  return examples.map((example) => ({ ...example, values: { ...example.values, email } }));
}
