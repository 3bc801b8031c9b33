import { readdir } from "node:fs/promises";

/** A folder that does not exist is empty. Rejects if it cannot be read. */
export function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
}
