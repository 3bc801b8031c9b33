import { expect, test, vi } from "vitest";

import { chance } from "#scripts/demo/chance.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { lostCalls } from "#tests/deal-rules.ts";
import { walkUnderKills } from "#tests/killed-walks.ts";
import { offerRules } from "#tests/offer-rules.ts";
import { offerWalk } from "#tests/offer-walk.ts";
import { walkAll } from "#tests/random-walk.ts";

vi.setConfig({ testTimeout: 240_000 + Number(process.env["WALKS"] ?? 0) * 2000 });

const onPostgres = process.env["TEST_ENGINE"] === "postgres";
const walks = Number(process.env["WALKS"] ?? (onPostgres ? 5 : 25));

async function broken({ app: { services }, rows }: TestApp, acknowledged: ReadonlySet<string>) {
  const vehicles = (await rows("vehicle_submissions")).map((row) => String(row["ref_number"]));
  const { reader } = services.database;
  return [
    ...(await offerRules()(reader, vehicles, services.now())),
    ...(await lostCalls(reader, acknowledged)),
  ];
}

test("whatever staff and sellers do, after each step versions, pick-ups, mails and machines agree", async () => {
  const app = await buildTestApp({ environment: { UNDO_SECONDS: "30" } });
  const acknowledged = new Set<string>();
  const walker = {
    services: app.app.services,
    userId: String((await app.rows("users"))[0]?.["id"]),
    onDone: (key: string) => void acknowledged.add(key),
    advance: (ms: number) => app.advance(ms),
  };
  await walkAll(offerWalk, walker, { from: 1, to: walks });
  expect(await broken(app, acknowledged)).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(walks);
  if (onPostgres) return; // So few walks do not reach every state.
  const events = (await app.rows("record_events")).map(({ type, becomes }) =>
    type === "pick_up" ? becomes : type,
  );
  const reached = ["offer_withdrawn", "offer_accepted", "purchase_corrected", "done", "cancelled"];
  expect(events).toEqual(expect.arrayContaining(reached));
  expect((await app.rows("deal_calls")).map(({ call }) => call)).toContain("offer-extend");
});

test("neither do kills at any moment lose a call, send twice or buy a machine twice", async () => {
  const app = await buildTestApp({ environment: { UNDO_SECONDS: "30" } });
  await app.stop();
  const { acknowledged, kills } = await walkUnderKills({
    walk: "offers",
    environment: app.environment,
    walks: onPostgres ? 2 : 4,
    lives: [20, 400],
    kills: 3,
    random: chance(7),
  });
  expect(kills).toBeGreaterThan(0);
  expect(await broken(await app.restart(), acknowledged)).toEqual([]);
});
