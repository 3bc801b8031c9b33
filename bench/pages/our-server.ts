import { join } from "node:path";

import { freePort } from "#tests/server-process.ts";

import { account } from "../measuring/candidate.ts";
import type { Child } from "../measuring/child.ts";
import { productionOn, script } from "../measuring/commands.ts";
import type { Workbench } from "../measuring/workbench.ts";

interface OurServer {
  readonly server: Child;
  readonly origin: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Our server as `npm start` runs it in production, with a database of its own that has one user. */
export async function startOurServer(bench: Workbench): Promise<OurServer> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const admin = { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password };
  const place = { ...productionOn(join(bench.folder, "var")), PORT: port, SITE_ORIGIN: origin };
  const environment = { ...place, ...admin };
  const server = bench.start("measured", script(import.meta.resolve("../../server/main.ts")), environment);
  await server.printed(/is ready at/);
  return { server, origin, environment };
}
