import { randomInt } from "node:crypto";

import { expect, test } from "vitest";

import { saleCalls } from "#domain/deals/sale-calls.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { nzDate } from "#domain/nz-time.ts";
import { makeReferenceNumber } from "#domain/reference-number.ts";
import { chance } from "#scripts/demo/chance.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { type Call, cutOff, startServer } from "#tests/cut-off.ts";
import { addRequest } from "#tests/deal-examples.ts";
import { dealPage } from "#tests/deal-visit.ts";
import { offerExample } from "#tests/offer-desk.ts";
import { offerRules } from "#tests/offer-rules.ts";
import { examplePurchase } from "#tests/purchase-example.ts";
import { vehicleExample } from "#tests/submission-examples.ts";

const references = Array.from({ length: 12 }, () => makeReferenceNumber(randomInt));

/** As the desk and the seller's page make them. */
async function callsOn(app: TestApp): Promise<Readonly<Record<"send" | "accept" | "buy", Call<string>>>> {
  const [cookie, offer, bought_on] = [await app.signIn(), offerExample(app), nzDate(new Date())];
  const pages = new Map(references.map((ref) => [ref, dealPage(app, ref, 1, vehicleSubmission)]));
  const byStaff = (url: URL, body: { readonly ref: string; readonly [field: string]: unknown }) => {
    const key = { "idempotency-key": `${body.ref} ${url.pathname}` };
    const headers = { cookie, "content-type": "application/json", ...key };
    return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  };
  return {
    send: (origin, ref) => byStaff(new URL(saleCalls.offerSend.path, origin), { ref, ...offer }),
    buy: (origin, ref) =>
      byStaff(new URL(saleCalls.purchase.path, origin), { ref, ...examplePurchase, bought_on }),
    async accept(origin, ref) {
      const read = await fetch(`${origin}${saleCalls.offer.path}?ref=${ref}`, { headers: { cookie } });
      const { content, content_hash: hash, number } = (await read.json()).versions.at(-1);
      const agreed = { version: number, hash, window: content.pick_up[0].from, accept: "on" };
      const body = new URLSearchParams({ ...agreed, pay: "cash", gst_registered: "no" });
      return fetch(`${origin}${pages.get(ref)}/offer/accept`, { method: "POST", body, redirect: "manual" });
    },
  };
}

test("a server that is killed while it sends, accepts or buys: the same calls to the next one leave each exactly once", async () => {
  const app = await buildTestApp({ environment: { UNDO_SECONDS: "0" } });
  for (const reference of references) await addRequest(app.app.services, reference, vehicleExample);
  const calls = await callsOn(app);
  await app.stop();
  const random = chance(11);
  let server = await startServer(app.environment);
  for (const call of [calls.send, calls.accept, calls.buy]) {
    expect(await cutOff(server, references, call, random)).toBeGreaterThan(0);
    server = await startServer(app.environment);
    const { origin } = server;
    const answers = await Promise.all(references.map((ref) => call(origin, ref)));
    const wanted = call === calls.accept ? 303 : 200;
    expect(answers.filter(({ status }) => status !== wanted)).toEqual([]);
  }
  await server.kill();
  const again = await app.restart();
  const { database, now } = again.app.services;
  expect(await offerRules()(database.reader, references, now())).toEqual([]);
  for (const table of ["offers", "pick_ups", "machines", "purchases"]) {
    const done = (await again.rows(table)).map((row) => row["ref_number"]);
    expect(done.toSorted()).toEqual(references.toSorted());
  }
  const mails = (await again.mails()).map(({ messageId }) => messageId);
  expect(new Set(mails).size).toBe(mails.length);
}, 120_000);
