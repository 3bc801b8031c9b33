import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** What one process has compiled, the next need not: starting takes half the processor's time. */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), "quadkea-compile-cache") };

const folder = resolve(import.meta.dirname, "../server/commands");

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string>>;

/** Runs a file of server/commands as the owner does, in a process of its own; `typed` goes to standard input. */
export function tryCommand(
  name: string,
  words: readonly string[],
  environment: Environment,
  typed = "",
): Promise<Printed & { readonly code: number }> {
  const env = { PATH: process.env["PATH"] ?? "", ...compileCache, ...environment };
  return new Promise((end) => {
    const command = [join(folder, `${name}.ts`), ...words];
    const child = execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
      end({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin?.end(typed);
  });
}

/** As above, but rejects with all that if the command fails. */
export async function runCommand(
  name: string,
  words: readonly string[],
  environment: Environment,
): Promise<Printed> {
  const ended = await tryCommand(name, words, environment);
  if (ended.code !== 0) throw Object.assign(new Error(ended.stderr), ended);
  return ended;
}
