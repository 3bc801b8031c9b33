import type { TestApp } from "./build-test-app.ts";
import { runCommand } from "./run-command.ts";
import { type Example, examples } from "./submission-examples.ts";

/** The operator's command, in a process of its own next to the running server. Rejects if it fails. */
export function runPerson(app: TestApp, ...args: string[]): ReturnType<typeof runCommand> {
  return runCommand("person", args, app.environment);
}

export async function person(app: TestApp, ...args: string[]): Promise<string> {
  return (await runPerson(app, ...args)).stdout;
}

/** One submission of each form by the visitor with this address. */
export function examplesOf(email: string): readonly Example[] {
  return examples.map((example) => ({ ...example, values: { ...example.values, email } }));
}
