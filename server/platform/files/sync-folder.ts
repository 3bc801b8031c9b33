import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes new names in a folder outlive a power cut. Windows cannot open folders, and needs no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
