import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { inboxCalls } from "#domain/inbox-wire.ts";
import { Dovecot } from "#tests/dovecot.ts";

import { formerCheckout } from "../footprint/former.ts";
import { type Bench, Missing, verdict } from "../measuring/bench.ts";
import { memoryMb, signIn, today } from "../measuring/candidate.ts";
import { script } from "../measuring/commands.ts";
import { format, median } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { countOfRun } from "../reliability/seed.ts";
import { type InboxServer, startInboxServer } from "./inbox-server.ts";
import { largeMail, largeMailTitle } from "./large-mail.ts";

const bars = { rate: 0.5, former: 1.2, memory: 1.1, seconds: 3 };
const count = countOfRun(2000);
const desks = 20;
const singles = 10;

export const inbox: Bench = {
  name: "inbox",
  title: `${format(count)} messages taken in, against imapflow merely downloading them (bars: rate >= ${bars.rate}, memory of the last quarter <= ${bars.memory}x the first); a reply at ${desks} desks (bar: <= ${bars.seconds} s); ${largeMailTitle}; with FORMER=<folder or commit>, that build beside it (bar: rate >= ${bars.former}x)`,
  run() {
    if (spawnSync("dovecot", ["--version"]).error !== undefined || process.getuid?.() !== 0)
      throw new Missing(
        "This bench needs root and a mail server: apt-get install dovecot-imapd dovecot-lmtpd",
      );
    return withWorkbench(async (bench) => {
      const dovecot = await Dovecot.start();
      try {
        const checkouts = builds();
        const met = [
          await compareRates(bench, dovecot, checkouts),
          await openDesks(bench, dovecot),
          await largeMail(bench, dovecot, checkouts),
        ];
        return met.every(Boolean);
      } finally {
        await dovecot.stop();
      }
    });
  },
};

type Builds = Readonly<Record<string, string>>;

/** The folders of this build, and of the former one if it is given. */
function builds(): Builds {
  return process.env["FORMER"] === undefined ? { today } : { former: formerCheckout(), today };
}

function startServer(bench: Workbench, dovecot: Dovecot, user: string, checkout = today) {
  return startInboxServer(bench, { name: user, checkout, url: dovecot.url("INBOX", user) });
}

/** Replies as mail programs send them, each another one. */
async function deliverReplies(dovecot: Dovecot, user: string): Promise<void> {
  const folder = resolve(today, "tests/replies");
  const files = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  // Each picture takes a process of its own a third of a second: that is no matter of the mailbox.
  const sources = files
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .filter((source) => !/^Content-Type: image/im.test(source));
  for (let number = 0; number < count; number += 1) {
    const source = sources[number % sources.length] ?? "";
    await dovecot.deliver(
      source.replace(/^Message-ID: .*/im, `Message-ID: <m${number}@example.co.nz>`),
      user,
    );
  }
}

async function compareRates(bench: Workbench, dovecot: Dovecot, checkouts: Builds): Promise<boolean> {
  await deliverReplies(dovecot, "plain");
  const download = () => downloadSeconds(bench, dovecot);
  const before = await download();
  const taken: Record<string, Taken> = {};
  for (const [build, checkout] of Object.entries(checkouts)) {
    await deliverReplies(dovecot, build);
    taken[build] = await takeInSeconds(await startServer(bench, dovecot, build, checkout));
  }
  const after = await download();
  const plain = (before + after) / 2;
  printTable(
    ["messages a second", "imapflow alone", "taken in", "memory, first quarter", "last quarter"],
    Object.entries(taken).map(([build, { seconds, memory }]) => [
      build,
      format(count / plain),
      format(count / seconds),
      ...memory.map((mb) => `${format(mb)} MB`),
    ]),
  );
  const { today: ours, former } = taken;
  if (ours === undefined) return false;
  const rate = plain / ours.seconds;
  const [first = Number.NaN, last = Number.NaN] = ours.memory;
  const met = [
    verdict(
      `taking in: ${format(rate, 2)} of the rate of downloading (bar: >= ${bars.rate})`,
      rate >= bars.rate,
    ),
    verdict(`memory: ${format(last / first, 2)}x (bar: <= ${bars.memory}x)`, last / first <= bars.memory),
  ];
  if (former === undefined) return met.every(Boolean);
  const ratio = former.seconds / ours.seconds;
  const words = `taking in: ${format(ratio, 2)}x the rate of the former build (bar: >= ${bars.former}x)`;
  return [...met, verdict(words, ratio >= bars.former)].every(Boolean);
}

interface Taken {
  readonly seconds: number;
  readonly memory: readonly number[];
}

async function downloadSeconds(bench: Workbench, dovecot: Dovecot): Promise<number> {
  const command = script(import.meta.resolve("./download.ts"), dovecot.port, "plain");
  const output = await bench.start("measured", command).finished();
  const [, messages = "", ms = ""] = /^(\d+) messages in (\S+) ms/m.exec(output) ?? [];
  if (Number(messages) !== count) throw new Error(`downloaded ${messages}`);
  return Number(ms) / 1000;
}

/** From the moment the server is ready until its counter says that the last one is moved; samples its memory on the way. */
async function takeInSeconds({ child, origin }: InboxServer): Promise<Taken> {
  const start = performance.now();
  const samples: { readonly taken: number; readonly mb: number }[] = [];
  for (let taken = 0; taken < count; await delay(200)) {
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    const counters = metrics.matchAll(/^quadkea_inbox_messages_total\S* (\d+)/gm);
    taken = counters.reduce((sum, [, value]) => sum + Number(value), 0);
    samples.push({ taken, mb: memoryMb(child.pid) });
  }
  const seconds = (performance.now() - start) / 1000;
  await child.stop();
  const memoryIn = (from: number, to: number) =>
    median(samples.filter(({ taken }) => taken > count * from && taken <= count * to).map(({ mb }) => mb));
  return { seconds, memory: [memoryIn(0, 0.25), memoryIn(0.75, 1)] };
}

/** Signs in by itself: one session has three streams at most. */
async function openDesk(origin: string) {
  const headers = await signIn(origin);
  const request = get(`${origin}/functions/v1/live-stream?tab=${randomUUID()}`, { headers });
  const [stream] = (await once(request, "response")) as [IncomingMessage];
  if (stream.statusCode !== 200) throw new Error(`A desk's stream: ${stream.statusCode}`);
  stream.on("data", () => undefined); // It flows, also while nobody waits for it.
  return {
    async shows(subject: string): Promise<void> {
      for (;;) {
        await once(stream, "data");
        const list = await (await fetch(origin + inboxCalls.inbox.path, { headers })).text();
        if (list.includes(subject)) return;
      }
    },
    leave: () => void request.destroy(),
  };
}

/** How long it takes until the last desk shows a reply: its stream says so, then it loads the list. */
async function openDesks(bench: Workbench, dovecot: Dovecot): Promise<boolean> {
  const { child, origin } = await startServer(bench, dovecot, "single");
  const open = await Promise.all(Array.from({ length: desks }, () => openDesk(origin)));
  const seconds: number[] = [];
  for (let number = 0; number < singles; number += 1) {
    await delay(1500);
    const start = performance.now();
    const subject = `single ${number}`;
    const headersOf = `From: hemi@example.co.nz\r\nMessage-ID: <s${number}@example.co.nz>\r\nSubject: ${subject}`;
    const all = Promise.all(open.map((desk) => desk.shows(subject)));
    await dovecot.deliver(`${headersOf}\r\n\r\nYes please.\r\n`, "single");
    await all;
    seconds.push((performance.now() - start) / 1000);
  }
  for (const desk of open) desk.leave();
  await child.stop();
  const slowest = Math.max(...seconds);
  const middle = `median ${format(median(seconds), 2)} s, slowest ${format(slowest, 2)} s`;
  return verdict(`a reply at ${desks} desks: ${middle} (bar: <= ${bars.seconds} s)`, slowest <= bars.seconds);
}
