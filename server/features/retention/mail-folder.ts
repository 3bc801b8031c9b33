import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

import type { Config } from "#server/platform/config/config.ts";
import { namesIn } from "#server/platform/files/files.ts";

export interface ReceivedMail {
  /** The submission's, if the mail is about one. */
  readonly reference: string | null;
  /** Reads the visitor's address, in lower case: the recipient of a mail to a visitor, or where to reply to a staff mail. */
  visitor(): Promise<string | null>;
}

export interface KeptMail extends ReceivedMail {
  readonly sentAt: Date;
}

/** Returns null if mails go to an SMTP server. */
export function mailFolderOf({ mail }: Config): string | null {
  return mail.kind === "file" ? mail.folder : null;
}

const fileName = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-(.*)\.eml(?:\.part)?$/;
const isToStaff = /-staff$|^staff-/;
export const referenceIn = /QK-\w{6}-\w{4}/;

/** Removes mails, oldest first, and at most `atMost(mails)` of those there. Other files stay. Returns how many. */
export async function removeMails(
  folder: string | null,
  isToGo: (mail: KeptMail) => boolean | Promise<boolean>,
  atMost: (mails: number) => number = () => Number.POSITIVE_INFINITY,
): Promise<number> {
  if (folder === null) return 0;
  const { length: all } = await namesIn(folder);
  const gone = (await findMails(folder, isToGo)).slice(0, atMost(all));
  for (const name of gone) await rm(join(folder, name), { force: true });
  return gone.length;
}

/** Returns the file names of the wanted mails, oldest first: names begin with the time. */
export async function findMails(
  folder: string | null,
  isWanted: (mail: KeptMail) => boolean | Promise<boolean>,
): Promise<string[]> {
  if (folder === null) return [];
  const found: string[] = [];
  for (const name of (await namesIn(folder)).toSorted()) {
    const mail = mailOf(folder, name);
    if (mail !== null && (await isWanted(mail))) found.push(name);
  }
  return found;
}

function mailOf(folder: string, name: string): KeptMail | null {
  const [match, year, month, day, hour, minute, second, ms, rest = ""] = fileName.exec(name) ?? [];
  if (match === undefined) return null;
  return {
    sentAt: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`),
    reference: referenceIn.exec(rest)?.[0] ?? null,
    async visitor() {
      const source = await readFile(join(folder, name), "latin1");
      return addressIn(source, isToStaff.test(rest) ? "reply-to" : "to");
    },
  };
}

/** In lower case. Files that people put there may have other line ends. */
export function addressIn(source: string, header: string): string | null {
  const [head = ""] = source.split(/\r?\n\r?\n/, 1);
  const lines = head
    .toLowerCase()
    .replaceAll(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/);
  const line = lines.find((one) => one.startsWith(`${header}:`)) ?? "";
  return /[^\s<>,;:"]+@[^\s<>,;:"]+/.exec(line)?.[0] ?? null;
}
