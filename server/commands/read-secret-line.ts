import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Asks for a line that is not shown while it is typed; reads one from standard input where that is no terminal. */
export async function readSecretLine(question: string): Promise<string> {
  const { stdin, stderr } = process;
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: stdin, output: silence, terminal: stdin.isTTY });
  if (stdin.isTTY) stderr.write(question);
  const line = await new Promise<string>((resolve) => {
    terminal.once("line", resolve);
    terminal.once("close", () => resolve(""));
  });
  terminal.close();
  if (stdin.isTTY) stderr.write("\n");
  return line;
}
