import { open, readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

import type { Attachment, Email } from "postal-mime";

import { serveJob } from "#server/platform/jobs/job.ts";
import type { MessageSource } from "#server/services/inbox/mailbox.ts";

import { withMailsAsText } from "./attached-mails.ts";
import { isAutomatic } from "./automatic.ts";
import { hasWords } from "./body-text.ts";
import { deliveryReport } from "./delivery-report.ts";
import { partsOf } from "./mail-parts.ts";
import { type NewWords, newWords } from "./new-words.ts";
import { parseMail } from "./parse-mail.ts";
import { mailOf, type ReadMail, sourceKeyOf, unreadMail } from "./read-mail.ts";
import type { MailOrder } from "./read-mails.ts";

/** In bytes: with what is taken until the next look, less than 256 MB. */
const memoryMax = 232 * 1024 * 1024;
/** In microseconds of the processor: on a busy machine an ordinary mail takes long, too. */
const processorMax = 10_000_000;
const began = new Float64Array(new SharedArrayBuffer(8));

// A thread, because parsing lets no timer run here. A server that is gone ends no process that is busy.
const watch = `
  const { workerData: began } = require("node:worker_threads");
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const isOver = user + system - began[0] > ${processorMax} || process.memoryUsage.rss() > ${memoryMax};
    if (isOver || process.ppid !== ${process.ppid}) process.kill(process.pid, "SIGKILL");
  }, 10);`;
const resourceLimits = { maxOldGenerationSizeMb: 8 };
new Worker(watch, { eval: true, workerData: began, resourceLimits }).unref();

const headMost = 64 * 1024; // In bytes.

// Only read-mails.ts sends orders.
serveJob(async (order, stopping) => {
  stopping.addEventListener("abort", () => process.exit(1));
  const { sources, isHeadOnly } = order as MailOrder;
  const { user, system } = process.cpuUsage();
  began[0] = user + system;
  const mails: ReadMail[] = [];
  for (const source of sources) mails.push(await (isHeadOnly ? readHead(source) : readMail(source)));
  return mails;
});

/** Turns an unreadable message into a mail without text. */
async function readMail(source: MessageSource): Promise<ReadMail> {
  const sourceKey = await sourceKeyOf(source);
  const email = await parseMail(source instanceof Uint8Array ? source : await readFile(source.file));
  if (email === null) return unreadMail(sourceKey);
  const report = deliveryReport(email);
  const attachments = report === null ? await withMailsAsText(email.attachments) : email.attachments;
  return mailOf(email, {
    sourceKey,
    isWhole: true,
    ...wordsOf(email, attachments),
    report,
    isAutomatic: isAutomatic(email),
    parts: partsOf(attachments),
  });
}

/** Falls back to the mails attached to a mail that has no text of its own. */
function wordsOf(email: Email, attachments: readonly Attachment[]): NewWords {
  const words = newWords(email);
  const texts = attachments.map(({ content }) => content).filter((content) => typeof content === "string");
  if (hasWords(words.full) || texts.length === 0) return words;
  const full = texts.join("\n\n");
  return { words: full, full, folded: "" };
}

async function readHead(source: MessageSource): Promise<ReadMail> {
  const beginning = source instanceof Uint8Array ? source.subarray(0, headMost) : await startOf(source.file);
  const [head = ""] = Buffer.from(beginning)
    .toString("latin1")
    .split(/\r?\n\r?\n/, 1);
  const sourceKey = await sourceKeyOf(source);
  return unreadMail(sourceKey, (await parseMail(Buffer.from(`${head}\r\n\r\n`, "latin1"))) ?? undefined);
}

async function startOf(file: string): Promise<Uint8Array> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headMost), 0, headMost, 0);
  return buffer.subarray(0, bytesRead);
}
