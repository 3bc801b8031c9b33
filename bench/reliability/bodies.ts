import { readdirSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";

import { submissions } from "#domain/forms/submissions.ts";
import { endpoints } from "#domain/wire.ts";
import {
  type Door,
  type HostileEndpoint,
  hostileEndpoints,
  sendHostile,
} from "#tests/generated/hostile-endpoints.ts";

import { type Bench, verdict } from "../measuring/bench.ts";
import { printTable } from "../measuring/table.ts";
import { admin, type ProofServer, withProofServer } from "./proof-server.ts";
import { countOfRun, seedOfRun } from "./seed.ts";
import { rowsOf } from "./stored-rows.ts";

const usualCount = 20_000;

/** Nothing a visitor sends makes the server stumble, and nothing wrong is mailed or stored. */
export const bodies: Bench = {
  name: "bodies",
  title: "generated bodies per endpoint: 0 answers >= 500, 0 rows, 0 mails",
  run: () => withProofServer({ ADOPT_AFTER_MINUTES: "1440", LOG_LEVEL: "error" }, prove),
};

async function prove(server: ProofServer): Promise<boolean> {
  const seed = seedOfRun();
  const numRuns = countOfRun(usualCount);
  await server.start();
  const door = { origin: server.origin, anonKey: await server.anonKey(), cookie: await signIn(server) };
  const ways = await hostileEndpoints(door);
  const before = everything(server);
  const rows = [];
  let wrong = 0;
  for (const way of ways) {
    const answers = await attack(door, way, { seed, numRuns });
    wrong += answers.wrong;
    rows.push([way.name, String(answers.sent), answers.byStatus, String(answers.wrong)]);
  }
  printTable(["endpoint", "bodies", "answers", "other than a refusal"], rows);
  const after = everything(server);
  const changed = Object.keys(after).filter((what) => after[what] !== before[what]);
  if (changed.length > 0) console.log(`Changed: ${changed.join(", ")}`);
  const none = `${rows.length} endpoints, seed ${seed}: ${wrong} answers that are no refusal, rows and mails ${changed.length === 0 ? "as before" : "changed"}`;
  return verdict(none, wrong === 0 && changed.length === 0);
}

interface Answers {
  readonly sent: number;
  readonly byStatus: string;
  readonly wrong: number;
}

async function attack(
  door: Door,
  { name, calls, refusals }: HostileEndpoint,
  options: { seed: number; numRuns: number },
): Promise<Answers> {
  const counts = new Map<number, number>();
  let wrong = 0;
  for (const call of fc.sample(calls, options)) {
    const status = await sendHostile(door, call);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    if (refusals.includes(status)) continue;
    wrong += 1;
    if (wrong <= 3) console.log(`${name} answered ${status} to ${JSON.stringify(call).slice(0, 2000)}`);
  }
  const byStatus = [...counts].toSorted(([one], [other]) => one - other);
  return {
    sent: options.numRuns,
    byStatus: byStatus.map(([status, many]) => `${status}: ${many}`).join(", "),
    wrong,
  };
}

async function signIn({ origin }: ProofServer): Promise<string> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(origin + endpoints.login, {
    method: "POST",
    headers,
    body: JSON.stringify(admin),
  });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

/** All that a call could have changed, by name. */
function everything({ databaseFile, dataDir }: ProofServer): Record<string, string> {
  const tables = ["attempts", "sessions", "users", ...submissions.map(({ table }) => table)];
  const rows = rowsOf(databaseFile, tables).map((found) => JSON.stringify(found));
  const byTable = Object.fromEntries(tables.map((table, index) => [table, rows[index] ?? ""]));
  return { ...byTable, mails: String(readdirSync(join(dataDir, "mail")).length) };
}
