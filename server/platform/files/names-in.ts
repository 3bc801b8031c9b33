import { readdir } from "node:fs/promises";

import { hasCode } from "./has-code.ts";

/** A folder that does not exist is empty. Rejects if it cannot be read. */
export function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  });
}
