import type { Log } from "#server/platform/observability/log.ts";

import { type ErasureContext, keepErasures } from "./keep-erasures.ts";

/** Keeps the erasures of a server, and logs what that changed. Lists out of reach do not stop the server. */
export async function keepErasuresLogged(context: ErasureContext, log: Log): Promise<void> {
  try {
    const { repeated, unproven, damaged } = await keepErasures(context);
    for (const erasure of repeated.filter(({ references }) => references.length > 0)) {
      log.info(erasure, "erasure repeated: the database was older than it");
    }
    if (unproven.length > 0 || damaged > 0) {
      log.error({ unproven, damaged }, "erasures are listed that cannot be checked: repeat them by hand");
    }
  } catch (error) {
    log.error({ err: error }, "the lists of erasures cannot be brought up to date");
  }
}
