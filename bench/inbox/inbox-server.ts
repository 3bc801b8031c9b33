import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { account } from "../measuring/candidate.ts";
import type { Child } from "../measuring/child.ts";
import { productionOn, serverFlags } from "../measuring/commands.ts";
import type { Workbench } from "../measuring/workbench.ts";

export interface InboxServer {
  readonly child: Child;
  readonly origin: string;
  readonly dataDir: string;
}

interface Given {
  readonly name: string;
  readonly checkout: string;
  readonly url: string | null; // INBOX_URL; null: the folder.
}

/** Starts a build on both cores, as on the box, with data of its own. */
export async function startInboxServer(
  bench: Workbench,
  { name, checkout, url }: Given,
): Promise<InboxServer> {
  const dataDir = join(bench.folder, name);
  mkdirSync(dataDir);
  const environment = {
    ...productionOn(dataDir),
    INBOX_URL: url ?? "",
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
  };
  const child = bench.start(
    "all",
    [process.execPath, ...serverFlags, join(checkout, "server/main.ts")],
    environment,
  );
  const [, origin = ""] = await child.printed(/ready at (http:\S+)/);
  return { child, origin, dataDir };
}
