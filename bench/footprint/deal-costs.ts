import { setTimeout as delay } from "node:timers/promises";

import { type RunningServer, signIn } from "../measuring/candidate.ts";
import { cpuMicrosecondsWhenQuiet } from "../measuring/cpu-time.ts";

const times = 200;
const longestUndoMs = 11_000;

/** What a deal costs, over HTTP: each resolves with the server's processor time for one, in microseconds. */
export async function dealCosts({ pid, origin }: RunningServer) {
  const headers = { ...(await signIn(origin)), origin, "content-type": "application/json" };
  const call = async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(origin + path, { method, headers: { ...headers, ...more }, ...sent });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const [record] = await call("GET", "/rest/v1/quote_requests?select=*&limit=1");
  const ref: string = record.ref_number;
  const line = { id: "diff", text: "Front diff", machine: null, grade: "B", unit_cents: 18_500 };
  const freight = { service: "Courier", zone: "north", rural: true, cents: 1500, words: null };
  const rest = { freight, valid_days: 5, words: null, fitment: null };
  const draft = { lines: [{ ...line, evidence: ["Tested"] }], ...rest };
  await call("PUT", "/functions/v1/quote-draft", { ref, draft }, { "if-match": '"0"' });
  await call("POST", "/functions/v1/quote-send", { ref });
  await delay(longestUndoMs);
  const { link } = await call("GET", `/functions/v1/quote?ref=${ref}`);
  const approve = async () => {
    const response = await fetch(`${origin}${new URL(link).pathname}/approve`, {
      method: "POST",
      headers: { origin, "content-type": "application/x-www-form-urlencoded" },
      body: "accept=on&version=1&hash=another",
    });
    if (response.status !== 409) throw new Error(`approval: ${response.status}`);
    await response.arrayBuffer();
  };
  const costOf = (act: () => Promise<unknown>) => async () => {
    const before = await cpuMicrosecondsWhenQuiet(pid);
    for (let time = 0; time < times; time += 1) await act();
    return ((await cpuMicrosecondsWhenQuiet(pid)) - before) / times;
  };
  return {
    record: costOf(() => call("GET", `/functions/v1/desk-record?reference=${ref}`)),
    refusal: costOf(approve),
  };
}
