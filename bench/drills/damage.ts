import { open, stat, truncate } from "node:fs/promises";

import { verifyBackupFile } from "#server/features/backup/backup-file.ts";
import { BadBackup } from "#server/features/backup/backup-format.ts";

const flips = 100;
const cuts = 20;

/** Flips a bit here and there, mends it again, and at last cuts the file shorter and shorter. */
export async function countAccepted(file: string, key: string): Promise<{ tried: number; accepted: number }> {
  const { size } = await stat(file);
  const headerEnds = 2000;
  let accepted = 0;
  const isAccepted = async () =>
    !((await verifyBackupFile(file, { key }).catch((error: unknown) => error)) instanceof BadBackup);
  for (let index = 0; index < flips; index += 1) {
    // Every second one in the manifest.
    const within = index % 2 === 0 ? Math.min(headerEnds, size) : size;
    const position = Math.floor((index * within) / flips);
    await flipBit(file, position, index % 8);
    if (await isAccepted()) accepted += 1;
    await flipBit(file, position, index % 8);
  }
  await verifyBackupFile(file, { key });
  for (let index = 1; index <= cuts; index += 1) {
    await truncate(file, index === 1 ? size - 1 : Math.floor(size * (1 - index / cuts)));
    if (await isAccepted()) accepted += 1;
  }
  return { tried: flips + cuts, accepted };
}

async function flipBit(file: string, position: number, bit: number): Promise<void> {
  const handle = await open(file, "r+");
  try {
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, position);
    buffer[0] = (buffer[0] ?? 0) ^ (1 << bit);
    await handle.write(buffer, 0, 1, position);
  } finally {
    await handle.close();
  }
}
