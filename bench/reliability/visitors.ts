import { setTimeout as delay } from "node:timers/promises";

import { endpoints } from "#domain/endpoints.ts";
import { type Example, examples, recordBody } from "#tests/submission-examples.ts";

/**
 * `closes`: the tab, between the two calls. `reloads` in mid-send. `double`: two tries at once. `again`:
 * sends once more what has gone through.
 */
const habits = ["browser", "browser", "closes", "reloads", "double", "again", "plain call", "form"] as const;
type Habit = (typeof habits)[number];

/** What one visitor heard back. */
export interface Visit {
  readonly name: string;
  readonly email: string;
  readonly example: Example;
  readonly habit: Habit;
  /** References that the server has acknowledged to this visitor; more than one would be wrong. */
  readonly acknowledged: Set<string>;
  presses: number;
}

export interface Site {
  readonly origin: string;
  readonly anonKey: string;
  /** Hears of each acknowledged reference at once. */
  readonly onAcknowledged: (reference: string) => void;
  /** Counts answers by status; 0 where none came. */
  readonly answers: Map<number, number>;
}

const pressesAtMost = 9;
/** A quarter of what the pages wait (app/site/submission/submit.ts). */
const storeRetryDelaysMs = [250, 500, 1000];
const patienceMs = 30_000;

/** One visitor fills a form and presses until it has gone through, or gives up. */
export async function visit(site: Site, index: number, random: () => number): Promise<Visit> {
  const example = examples[index % examples.length]!;
  const name = `Visitor ${index}`;
  const email = `visitor-${index}@farm.example`;
  const values = { ...example.values, full_name: name, email };
  const habit = habits[Math.floor(random() * habits.length)] ?? "browser";
  const one: Visit = {
    name,
    email,
    example: { ...example, values },
    habit,
    acknowledged: new Set(),
    presses: 0,
  };
  while (one.presses < pressesAtMost) {
    one.presses += 1;
    if (await press(site, one, random)) break;
    await delay(100 + random() * 900);
  }
  return one;
}

/** True once the visitor has nothing more to do. */
async function press(site: Site, one: Visit, random: () => number): Promise<boolean> {
  if (one.habit === "form") return postForm(site, one);
  if (one.habit === "reloads" && one.presses === 1) {
    await mailCall(site, one, AbortSignal.timeout(Math.floor(random() * 100)));
    return false;
  }
  const calls = one.habit === "double" ? [mailCall(site, one), mailCall(site, one)] : [mailCall(site, one)];
  const references = await Promise.all(calls);
  const reference = references.find((found) => found !== null);
  if (reference === undefined) return false;
  if (one.habit === "again") await mailCall(site, one);
  return one.habit === "closes" || storeCall(site, one, reference);
}

async function mailCall(
  site: Site,
  one: Visit,
  signal = AbortSignal.timeout(patienceMs),
): Promise<string | null> {
  const { submission, values } = one.example;
  const key = one.habit === "plain call" ? {} : { "idempotency-key": one.name };
  const body = JSON.stringify({ form_type: submission.formType, ...values });
  const answer = await send(site, endpoints.sendMail, { headers: { ...json, ...key }, body, signal });
  const response: unknown = await answer?.json().catch(() => null);
  if (typeof response !== "object" || response === null || !("ref_number" in response)) return null;
  return acknowledge(site, one, String(response.ref_number));
}

async function storeCall(site: Site, one: Visit, reference: string): Promise<boolean> {
  const headers = { ...json, apikey: site.anonKey };
  const body = JSON.stringify(recordBody(one.example, reference));
  const path = `${endpoints.records}/${one.example.submission.table}`;
  for (const pause of [0, ...storeRetryDelaysMs]) {
    await delay(pause);
    const answer = await send(site, path, { headers, body, signal: AbortSignal.timeout(patienceMs) });
    if (answer?.status === 201) return true;
    if (answer !== null && answer.status < 500) return false;
  }
  return false;
}

async function postForm(site: Site, one: Visit): Promise<boolean> {
  const { submission, values } = one.example;
  const typed = Object.entries({ ...values, consent: true }).map(([name, value]) => [name, String(value)]);
  const answer = await send(site, `${endpoints.forms}/${submission.name}`, {
    body: new URLSearchParams(typed),
    signal: AbortSignal.timeout(patienceMs),
  });
  const reference = new URL(answer?.headers.get("location") ?? "/", site.origin).searchParams.get("ref");
  if (reference === null) return false;
  acknowledge(site, one, reference);
  return true;
}

const json = { "content-type": "application/json" };

/** Null if no answer came. */
async function send(site: Site, path: string, init: RequestInit): Promise<Response | null> {
  const answer = await fetch(site.origin + path, { method: "POST", redirect: "manual", ...init }).catch(
    () => null,
  );
  const status = answer?.status ?? 0;
  site.answers.set(status, (site.answers.get(status) ?? 0) + 1);
  return answer;
}

function acknowledge(site: Site, one: Visit, reference: string): string {
  one.acknowledged.add(reference);
  site.onAcknowledged(reference);
  return reference;
}
