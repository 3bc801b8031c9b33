import { script } from "../measuring/commands.ts";
import type { Workbench } from "../measuring/workbench.ts";
import type { LoadOrder, LoadResult } from "./load.ts";

/** One round of load, in a process of its own. */
export async function runLoad(bench: Workbench, order: LoadOrder): Promise<LoadResult> {
  const command = script(import.meta.resolve("./load.ts"), JSON.stringify(order));
  const output = await bench.start("asking", command).finished();
  const result: LoadResult = JSON.parse(output);
  return result;
}
