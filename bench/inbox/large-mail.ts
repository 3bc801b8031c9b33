import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { inboxCalls } from "#domain/inbox-wire.ts";
import type { Dovecot } from "#tests/dovecot.ts";

import { verdict } from "../measuring/bench.ts";
import { memoryMb, signIn } from "../measuring/candidate.ts";
import { script } from "../measuring/commands.ts";
import { format } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import type { Workbench } from "../measuring/workbench.ts";
import { type InboxServer, startInboxServer } from "./inbox-server.ts";

const bars = { p99Ms: 100, p99Ratio: 2, serverMb: 60, processMb: 256 };
const seconds = Number(process.env["SECONDS"] ?? 60);
const megabytes = 25;
const patienceMs = 240_000;

export const largeMailTitle = `a ${megabytes} MB text mail while 20 people read pages for ${seconds} s (bars: p99 <= ${bars.p99Ms} ms and <= ${bars.p99Ratio}x of the same time without it, the server <= ${bars.serverMb} MB more, the process that reads it <= ${bars.processMb} MB, taken in or named)`;

type Kind = "folder" | "IMAP";

/** Each build with each kind of mailbox; the former one is only shown. */
export async function largeMail(
  bench: Workbench,
  dovecot: Dovecot,
  checkouts: Readonly<Record<string, string>>,
): Promise<boolean> {
  const mail = join(bench.folder, "large.eml");
  writeFileSync(mail, textMail());
  const runs: Run[] = [];
  for (const kind of ["folder", "IMAP"] as const)
    for (const [build, checkout] of Object.entries(checkouts))
      runs.push(await arrive({ bench, dovecot, mail, kind, build, checkout }));
  printTable(
    [
      "25 MB arrive by",
      "build",
      "p99 without",
      "p99 with",
      "longest",
      "server",
      "process",
      "at the desk after",
    ],
    runs.map(rowOf),
  );
  return runs
    .filter(({ build }) => build === "today")
    .map(isMet)
    .every(Boolean);
}

interface Given {
  readonly bench: Workbench;
  readonly dovecot: Dovecot;
  readonly mail: string;
  readonly kind: Kind;
  readonly build: string;
  readonly checkout: string;
}

interface Run extends Pick<Given, "kind" | "build"> {
  readonly quiet: Visits;
  readonly busy: Visits;
  readonly grownMb: number;
  readonly processMb: number; // 0: none was seen.
  readonly takenAfter: number; // In seconds.
}

async function arrive({ bench, dovecot, mail, kind, build, checkout }: Given): Promise<Run> {
  const user = `large-${kind.toLowerCase()}-${build}`;
  const server = await startInboxServer(bench, {
    name: user,
    checkout,
    url: kind === "IMAP" ? dovecot.url("INBOX", user) : null,
  });
  await visits(bench, server, 5);
  const quiet = await visits(bench, server, seconds);
  const session = await signIn(server.origin);
  const memory = watchMemory(server.child.pid);
  const visiting = visits(bench, server, seconds);
  await delay(1000);
  const began = performance.now();
  const source = readFileSync(mail);
  if (kind === "IMAP") await dovecot.deliver(source, user);
  else putFile(server.dataDir, source);
  await atTheDesk(server, session);
  const takenAfter = (performance.now() - began) / 1000;
  const busy = await visiting;
  const { grownMb, processMb } = memory.stop();
  await server.child.stop();
  return { kind, build, quiet, busy, grownMb, processMb, takenAfter };
}

/** Another text in each line, as nobody compresses. */
function textMail(): string {
  const words =
    "the rear diff of my quad is worn and I would like to know whether you have one on the shelf".split(" ");
  let seed = 1;
  const next = () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff);
  const line = () => Array.from({ length: 14 }, () => words[(next() >> 8) % words.length]).join(" ");
  const lines = [
    "From: Hemi <hemi@example.co.nz>",
    "Message-ID: <large@example.co.nz>",
    "Subject: large",
    "",
  ];
  for (let bytes = 0; bytes < megabytes * 1e6; bytes += (lines.at(-1)?.length ?? 0) + 2) lines.push(line());
  return `${lines.join("\r\n")}\r\n`;
}

function putFile(dataDir: string, source: Buffer): void {
  mkdirSync(join(dataDir, "inbox"), { recursive: true });
  writeFileSync(join(dataDir, "inbox", "large.eml"), source);
}

interface Visits {
  readonly p99: number;
  readonly longest: number;
}

async function visits(bench: Workbench, { origin }: InboxServer, forSeconds: number): Promise<Visits> {
  const command = script(import.meta.resolve("./visitors.ts"), new URL(origin).port, String(forSeconds));
  const output = await bench.start("asking", command).finished();
  const [, p99 = "", longest = ""] = /p99 (\S+) longest (\S+)/.exec(output) ?? [];
  return { p99: Number(p99), longest: Number(longest) };
}

/** Waits until staff see it, with its words or with the sentence that it could not be read. */
async function atTheDesk({ origin }: InboxServer, headers: { readonly cookie: string }): Promise<void> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await delay(500)) {
    // A server that was stopped for long drops its connections.
    const list = await fetch(origin + inboxCalls.inbox.path, { headers })
      .then((answer) => answer.text())
      .catch(() => "");
    if (/"subject":"(?:large|\(This mail)/.test(list)) return;
  }
  throw new Error("The mail is not at the desk");
}

/** The server's growth, and the most that a process of its own held, as Linux counts them. */
function watchMemory(pid: number) {
  const before = memoryMb(pid);
  let [most, processMb] = [before, 0];
  const look = () => {
    most = Math.max(most, memoryMb(pid));
    for (const child of childrenOf(pid)) processMb = Math.max(processMb, peakMb(child));
  };
  const timer = setInterval(look, 25);
  return {
    stop() {
      clearInterval(timer);
      return { grownMb: most - before, processMb };
    },
  };
}

function childrenOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
}

function peakMb(pid: string): number {
  try {
    const [, kilobytes = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1000;
  } catch {
    return 0; // It has ended.
  }
}

function rowOf({ kind, build, quiet, busy, grownMb, processMb, takenAfter }: Run): string[] {
  const ms = [quiet.p99, busy.p99, busy.longest].map((value) => `${format(value, 1)} ms`);
  const process = processMb === 0 ? "none" : `${format(processMb)} MB`;
  return [kind, build, ...ms, `+${format(grownMb)} MB`, process, `${format(takenAfter)} s`];
}

function isMet({ kind, quiet, busy, grownMb, processMb }: Run): boolean {
  const ratio = busy.p99 / quiet.p99;
  return [
    verdict(
      `${kind}: p99 ${format(busy.p99, 1)} ms, ${format(ratio, 2)}x (bars: <= ${bars.p99Ms} ms, ${bars.p99Ratio}x)`,
      busy.p99 <= bars.p99Ms && ratio <= bars.p99Ratio,
    ),
    verdict(
      `${kind}: the server grows by ${format(grownMb)} MB (bar: <= ${bars.serverMb} MB)`,
      grownMb <= bars.serverMb,
    ),
    verdict(
      `${kind}: the process that reads it holds ${format(processMb)} MB (bar: <= ${bars.processMb} MB)`,
      processMb > 0 && processMb <= bars.processMb,
    ),
  ].every(Boolean);
}
