import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

import type { Config } from "#server/platform/config/config.ts";
import { hasCode } from "#server/platform/files/files.ts";
import { shelves } from "#server/services/inbox/mailbox.ts";

import { addressIn, type ReceivedMail, referenceIn } from "./mail-folder.ts";

type IsTheirs = (mail: ReceivedMail) => Promise<boolean>;

/** Returns the wanted messages in the folder mailbox, as paths below it. None if the mailbox is on a mail server. */
export async function findInboxFiles({ inbox }: Config, isTheirs: IsTheirs): Promise<string[]> {
  if (inbox.kind !== "folder") return [];
  const found: string[] = [];
  // Last where messages end: one that the server moves at this moment is seen.
  for (const part of ["", ...shelves.map((shelf) => join("QuadKea", shelf))]) {
    for (const name of await filesIn(join(inbox.folder, part))) {
      const path = join(part, name);
      const source = await readFile(join(inbox.folder, path), "latin1").catch(ifGone(null));
      if (source !== null && (await isTheirs(messageIn(source)))) found.push(path);
    }
  }
  return found;
}

/** Returns how many it removed. */
export async function removeInboxFiles(config: Config, isTheirs: IsTheirs): Promise<number> {
  const { inbox } = config;
  if (inbox.kind !== "folder") return 0;
  const gone = await findInboxFiles(config, isTheirs);
  for (const path of gone) await rm(join(inbox.folder, path), { force: true });
  return gone.length;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ifGone([]));
  return entries.flatMap((entry) => (entry.isFile() && /\.eml$/i.test(entry.name) ? [entry.name] : []));
}

/** Reads references and sender from the header, which comes before the text. */
function messageIn(source: string): ReceivedMail {
  return {
    reference: referenceIn.exec(source)?.[0] ?? null,
    visitor: async () => addressIn(source, "from"),
  };
}

function ifGone<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (hasCode(error, "ENOENT")) return value;
    throw error;
  };
}
