import { join } from "node:path";

import { freePort } from "#tests/server-process.ts";

import type { Child } from "../measuring/child.ts";
import { productionOn, script } from "../measuring/commands.ts";
import type { Workbench } from "../measuring/workbench.ts";

/** Our server as `npm start` runs it in production, with a database of its own. */
export async function startOurServer(bench: Workbench): Promise<{ server: Child; origin: string }> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const environment = { ...productionOn(join(bench.folder, "var")), PORT: port, SITE_ORIGIN: origin };
  const server = bench.start("measured", script(import.meta.resolve("../../server/main.ts")), environment);
  await server.printed(/is ready at/);
  return { server, origin };
}
