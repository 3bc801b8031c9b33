import { resolve } from "node:path";

import { submissions } from "#domain/forms/submissions.ts";
import { removePhotoFiles } from "#server/features/deals/photos/photo-removals.ts";
import { erasureFiles, listErasure, readErasures } from "#server/features/retention/erasures.ts";
import {
  addressesOf,
  erasedNames,
  findHeldData,
  type FoundPerson,
  type Person,
  readPerson,
  SeveralPeople,
} from "#server/features/retention/find-person.ts";
import { findInboxFiles, removeInboxFiles } from "#server/features/retention/inbox-folder.ts";
import { findMails, mailFolderOf, removeMails } from "#server/features/retention/mail-folder.ts";
import {
  enquiriesIn,
  type ErasureReport,
  erasePerson,
  exportHeldData,
  isMailOf,
} from "#server/features/retention/person.ts";
import { exportPhotos } from "#server/features/retention/photo-files.ts";
import type { Config } from "#server/platform/config/config.ts";
import { DatabaseUnavailable } from "#server/platform/database/database.ts";
import { problemText } from "#server/platform/observability/problem-text.ts";
import { deriveKeys, type Keys } from "#server/platform/secrets/keyed-hash.ts";
import { recordAudit } from "#server/services/audit/audit-log.ts";
import { countMessages } from "#server/services/inbox/count-messages.ts";
import { CheckedPhotos } from "#server/services/photos/checked-photos.ts";
import { openPhotoStore } from "#server/services/photos/open-photo-store.ts";

import { report } from "./person-report.ts";
import {
  type CommandContext,
  CommandFailed,
  commandProblem,
  runCommand,
  withDatabase,
} from "./run-command.ts";

const usage = `Exports or erases what we hold of a person who asks for it. The server may be running.

  npm run -s person -- export <e-mail, phone or reference> everything we hold, as JSON; photos, which it names,
                                                           go into the folder NAME-photos (or --photos <folder>)
  npm run -s person -- erase <e-mail, phone or reference> [--orders]  erases it; records that led to an order only with --orders

A phone number may be written with or without +64. If several people share it, you get their e-mail
addresses, or references: repeat with one of them, or add --everyone. Records that had the address or number until staff
corrected it are left out: you get the e-mail addresses they have now. --everyone includes them.
Messages on a mail server are not touched; those in the mailbox of INBOX_URL are counted. Backups keep what is erased until they are pruned; restoring one
repeats the erasure.`;

const actor = "command-line";
const busyTries = 6;
const namedAtMost = 20;
const silent = { warn: () => {}, info: () => {} };

interface PersonOptions {
  readonly orders: boolean;
  readonly everyone: boolean;
  readonly photos?: string | undefined;
}

interface Installation extends CommandContext {
  readonly config: Config;
  readonly linkKeys: Keys;
}

const switches = {
  orders: { type: "boolean", default: false },
  everyone: { type: "boolean", default: false },
  photos: { type: "string" },
} as const;

await runCommand(
  usage,
  switches,
  async ({ config, words: [action = "", ...words], values }) => {
    // A phone number may come in several words.
    const person = readPerson(words.join(" "));
    if (person === null || !["export", "erase"].includes(action)) throw new CommandFailed(usage);
    return withDatabase(config, (context) => {
      const installation = { ...context, config, linkKeys: deriveKeys(context.secrets.linkSecret) };
      return (action === "export" ? exportAll : erase)(installation, person, values);
    });
  },
  problemOf,
);

async function exportAll(installation: Installation, person: Person, options: PersonOptions): Promise<void> {
  const { config, database, linkKeys } = installation;
  const held = await findHeldData(database.reader, installation, person, options.everyone);
  const tables = await exportHeldData(database.reader, linkKeys, person, held.theirs);
  const theirs = new Set(enquiriesIn(held));
  const isTheirs = isMailOf(person, { theirs, kept: [] });
  const mails = await findMails(mailFolderOf(config), isTheirs);
  const inbox_files = await findInboxFiles(config, isTheirs);
  await database.write((tx) => recordAudit(tx, installation, { event: "person-exported", actor }));
  const { kind, ...asked } = person;
  const [name = ""] = Object.values(asked);
  console.log(JSON.stringify({ [kind]: name, ...tables, mails, inbox_files }, null, 2));
  await writePhotos(config, tables["photos"] ?? [], resolve(options.photos ?? `${name}-photos`));
  await nameMailbox(config, person, held.people);
  warnOfCorrected(held.corrected);
  warnOfUnreadable(held.unreadable);
}

async function writePhotos(config: Config, rows: readonly object[], folder: string): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.flatMap((row) => ("id" in row ? [String(row.id)] : []));
  const missing = await exportPhotos(await openPhotoStore(config.photos), ids, folder);
  console.error(`Photos: ${ids.length - missing.length}, in ${folder}`);
  if (missing.length > 0) console.error(`Photos without a file: ${missing.join(", ")}`);
}

async function erase(installation: Installation, person: Person, options: PersonOptions): Promise<void> {
  const { database } = installation;
  const at = new Date();
  await list(installation, person, { ...options, at });
  const erasure = await patiently(() =>
    database.write(async (tx) => {
      const done = await erasePerson(tx, installation, person, { ...options, at });
      const count = submissions.reduce((sum, { table }) => sum + (done.erased[table] ?? 0), 0);
      await recordAudit(tx, installation, { event: "person-erased", actor, details: { count } });
      return done;
    }),
  );
  await removePhotos(installation);
  const mails = await eraseMails(installation, person, erasure).catch(warnOfMails);
  console.log(report(erasure, mails));
  const emails = erasure.people.map(({ email }) => email);
  if (person.kind === "phone" && emails.length > 0)
    console.log(`Records with another number stay. To erase them too: ${emails.join(", ")}`);
  await nameMailbox(installation.config, person, erasure.people);
  warnOfCorrected(erasure.corrected);
  warnOfUnreadable(erasure.unreadable);
  await database.emptyLog();
}

/** The server goes on with what cannot be removed now. */
async function removePhotos(installation: Installation): Promise<void> {
  const place = await openPhotoStore(installation.config.photos);
  const photos = new CheckedPhotos(place, { ...installation, log: silent });
  if (await patiently(() => removePhotoFiles({ ...installation, photos })).catch(() => false)) return;
  process.exitCode = 1;
  console.error("The files of photos cannot be removed now: the server removes them as soon as it can.");
}

/** Includes mails of earlier erasures, in case one was interrupted before it removed them. */
async function eraseMails({ config, linkKeys }: Installation, person: Person, { kept }: ErasureReport) {
  const { erasures } = await readErasures(erasureFiles(config), linkKeys);
  const listed = erasures.flatMap(({ references }) => references);
  const theirs = new Set(listed.filter((reference) => !kept.includes(reference)));
  const isTheirs = isMailOf(person, { theirs, kept });
  const inboxFiles = await removeInboxFiles(config, isTheirs);
  return inboxFiles + (await removeMails(mailFolderOf(config), isTheirs));
}

/** Before the erasure: without its line, a restore would bring the person back. */
async function list(
  { config, database, ...keys }: Installation,
  person: Person,
  { at, orders, everyone }: PersonOptions & { readonly at: Date },
): Promise<void> {
  const held = await findHeldData(database.reader, keys, person, everyone);
  const facts = { at: at.toISOString(), orders, references: enquiriesIn(held) };
  const names = erasedNames(person, held.people);
  await listErasure(erasureFiles(config), keys.linkKeys, facts, names).catch((error: unknown) => {
    throw new CommandFailed(
      `Nothing was erased: the list of erasures cannot be written. ${commandProblem(error)}`,
    );
  });
}

/** The erasure itself is done. */
function warnOfMails(error: unknown): null {
  process.exitCode = 1;
  console.error(`The mails could not be removed: ${commandProblem(error)}`);
  console.error("All else is erased. Repeat this to remove them.");
  return null;
}

/** Counts the messages in the IMAP mailbox, which only a person may remove: the mailbox belongs to its owner. */
async function nameMailbox({ inbox }: Config, person: Person, people: readonly FoundPerson[]): Promise<void> {
  const senders = [...new Set([...addressesOf(person), ...people.map(({ email }) => email)])];
  if (inbox.kind !== "imap" || senders.length === 0) return;
  const where = `the mailbox ${inbox.user} (${inbox.path}, QuadKea/Filed and QuadKea/Unfiled)`;
  const text = await countMessages(inbox, senders).then(
    (count) => `Messages from ${senders.join(", ")} in ${where}: ${count}. Nothing there was touched.`,
    (error: unknown) => `Search ${where} for ${senders.join(", ")} yourself. ${problemText(error)}`,
  );
  console.error(text);
}

/** Another process may be writing for longer than the database waits. */
async function patiently<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || tries === busyTries) throw error;
    }
  }
}

function warnOfCorrected(people: readonly FoundPerson[]): void {
  if (people.length === 0) return;
  const lines = people.map(describePerson).join("\n");
  console.error(
    `Not included: records that had this address or number until staff corrected it. They now belong to:\n${lines}\nIf that is the same person, repeat with that e-mail address, or add --everyone.`,
  );
}

function warnOfUnreadable(references: readonly string[]): void {
  if (references.length === 0) return;
  const more = references.length > namedAtMost ? ", ..." : "";
  console.error(
    `Not searched, because another SESSION_SECRET sealed what waits to be stored (${references.length}): ${references.slice(0, namedAtMost).join(", ")}${more}. The mails about it are in the staff mailbox. To search it, repeat this with the former SESSION_SECRET. It is removed 30 days after it arrived.`,
  );
}

function problemOf(error: unknown): string {
  if (error instanceof SeveralPeople) {
    const lines = error.people.map(describePerson);
    return `${error.message}; nothing was done. Repeat with an e-mail address or a reference, or add --everyone:\n${lines.join("\n")}`;
  }
  if (error instanceof DatabaseUnavailable) return `${problemText(error)}; nothing was done. Try again.`;
  return commandProblem(error);
}

function describePerson({ email, names, count }: FoundPerson): string {
  return `  ${email}  (${names.join(", ")}): ${count} ${count === 1 ? "record" : "records"}`;
}
