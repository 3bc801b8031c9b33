import { expect, test } from "vitest";

import { chance } from "#scripts/demo/chance.ts";
import { addOrderOf } from "#tests/bank-desk.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { type Call, cutOff, startServer } from "#tests/cut-off.ts";
import { brokenRules } from "#tests/deal-rules.ts";
import { beginMoved, lineId, mailId } from "#tests/moved-walk.ts";

/** A bank line, a mail, and two orders that they may be for. */
interface Pair {
  readonly seed: number;
  readonly one: string;
  readonly two: string;
}

type Body = (pair: Pair) => object;

/** In this order. */
const acts: readonly (readonly [name: string, path: string, body: Body])[] = [
  ["file", "inbox-file", ({ seed, one }) => ({ id: mailId(seed), ref: one })],
  ["split", "bank-match", ({ seed, one, two }) => ({ line: lineId(seed), refs: [part(one), part(two)] })],
  ["pull", "pulled", ({ one }) => ({ ref: one, line: "diff", pulled: true })],
  ["move", "inbox-file", ({ seed, two }) => ({ id: mailId(seed), ref: two })],
  ["undo", "bank-match", ({ seed }) => ({ line: lineId(seed), undo: true })],
];

const part = (ref: string) => ({ ref, amount_cents: 20_000 });

test("a server that is killed while it files, splits, pulls, moves or undoes leaves nothing half done, and the same calls to the next one end each once", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const [user] = await app.rows("users");
  const pairs: Pair[] = [];
  for (let seed = 1; seed <= 12; seed += 1) {
    const orders = [await addOrderOf(app, 20_000), await addOrderOf(app, 20_000)];
    const [one = "", two = ""] = orders.map(({ ref_number }) => ref_number);
    await beginMoved({ services: app.app.services, userId: String(user?.["id"]) }, seed);
    pairs.push({ seed, one, two });
  }
  await app.stop();
  const random = chance(5);
  for (const [name, path, body] of acts) {
    const call: Call<Pair> = (origin, pair) => {
      const headers = {
        cookie,
        "content-type": "application/json",
        "idempotency-key": `${name} ${pair.seed}`,
      };
      return fetch(`${origin}/functions/v1/${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body(pair)),
      });
    };
    expect(await cutOff(await startServer(app.environment), pairs, call, random)).toBeGreaterThan(0);
    const between = await app.restart();
    const broken = await brokenRules(between.app.services.database.reader, new Set());
    expect({ name, broken }).toEqual({ name, broken: [] });
    await between.stop();
    const server = await startServer(app.environment);
    const answers = await Promise.all(pairs.map((pair) => call(server.origin, pair)));
    expect(answers.map(({ status }) => status)).toEqual(pairs.map(() => 200));
    await server.kill();
  }
  const again = await app.restart();
  expect(await brokenRules(again.app.services.database.reader, new Set())).toEqual([]);
  expect(await again.rows("payments"), "two parts, and what took each back").toHaveLength(4 * pairs.length);
  const types = (await again.rows("record_events")).map(({ type }) => type);
  const times = (kind: string) => types.filter((type) => type === kind).length / pairs.length;
  expect(["mail_in", "mail_out", "pulled"].map(times)).toEqual([2, 1, 1]);
}, 240_000);
