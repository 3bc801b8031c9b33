import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { endpoints } from "#domain/wire.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { type Example, examples, recordBody } from "#tests/submission-examples.ts";

import { type Bench, Missing, verdict } from "../measuring/bench.ts";
import { requireProgram } from "../measuring/cores.ts";
import { printTable } from "../measuring/table.ts";
import { type FlushedAnswer, flushedAnswers } from "./flushed-answers.ts";
import { type ProofServer, withProofServer } from "./proof-server.ts";
import { countOfRun } from "./seed.ts";
import { readTrace, tracer } from "./system-calls.ts";

const usualCount = 100;
/** In which a submission's receipt is sent and counted: what is flushed then belongs to no answer. */
const settleMs = 150;
/** Set beforehand, so that nobody asks for it: every 200 in the trace is the answer of a mail call. */
const anonKey = "the key of the proof";

/** An answer is a promise that a power cut must not break: it leaves after the log is on disk. */
export const fsync: Bench = {
  name: "fsync",
  title: "the answer's first byte leaves after the log is on disk",
  async run() {
    requireProgram("strace", "This proof reads system calls with strace (Linux): apt-get install strace");
    const mail = await startMailServer();
    try {
      return await withProofServer({ MAIL_URL: mail.url, ANON_KEY: anonKey, LOG_LEVEL: "error" }, prove);
    } finally {
      await mail.stop();
    }
  },
};

async function prove(server: ProofServer): Promise<boolean> {
  const count = countOfRun(usualCount);
  const output = join(server.dataDir, "trace");
  await server.start({}, tracer(output)).catch((error: unknown) => {
    throw new Missing(`strace may not trace here: ${String(error)}`);
  });
  for (let index = 0; index < count; index += 1) await submit(server, exampleOf(index));
  await server.stop();
  await delay(settleMs);
  const calls = readTrace(readFileSync(output, "utf8"));
  const mailed = flushedAnswers(calls, 200);
  const stored = flushedAnswers(calls, 201);
  const mailedWell = mailed.filter(({ isFlushed, isAfterMail }) => isFlushed && isAfterMail);
  const storedWell = stored.filter(({ isFlushed }) => isFlushed);
  printTable(
    ["answer", "answers", "after the log was on disk", "flushes before each"],
    [row("mail call, 200", mailed, mailedWell), row("store call, 201", stored, storedWell)],
  );
  const met = [mailed, mailedWell, stored, storedWell].every(({ length }) => length === count);
  return verdict(
    `${mailedWell.length} and ${storedWell.length} of ${count} answers left after the log was on disk`,
    met,
  );
}

function row(what: string, all: readonly FlushedAnswer[], well: readonly FlushedAnswer[]): string[] {
  const flushes = [...new Set(all.map((answer) => answer.flushes))].toSorted().join(", ");
  return [what, String(all.length), String(well.length), flushes];
}

/** One of each kind in turn, no two alike. */
function exampleOf(index: number): Example {
  const example = examples[index % examples.length]!;
  return {
    ...example,
    values: { ...example.values, full_name: `Visitor ${index}`, email: `visitor-${index}@farm.example` },
  };
}

async function submit(server: ProofServer, example: Example): Promise<void> {
  const { formType, table } = example.submission;
  const mailed = await post(server, endpoints.sendMail, { form_type: formType, ...example.values });
  const { ref_number: reference } = await mailed.json();
  await delay(settleMs);
  await post(server, `${endpoints.records}/${table}`, recordBody(example, reference));
}

function post({ origin }: ProofServer, path: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json", apikey: anonKey };
  return fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
}
