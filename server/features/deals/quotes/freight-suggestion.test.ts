import { expect, test } from "vitest";

import { partWeights } from "#domain/deals/desk-settings.ts";
import { freightTable } from "#domain/deals/freight.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { draftLine, exampleDraft, type QuoteDesk, quoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

const { zones } = freightTable;

/** The desk with a new request for this part. */
async function asked(app: TestApp, part: string, address = "1 Example Street, Hamilton"): Promise<QuoteDesk> {
  const changes = { part_needed: part, delivery_address: address };
  return quoteDesk(app, { reference: await addRecord(app, quoteRequestExample, changes) });
}

async function suggestedTo(desk: QuoteDesk) {
  const { body } = await desk.quote();
  return body["suggestions"];
}

test("freight is suggested by the part and the place; what is not known has no price, and says so", async () => {
  const app = await buildTestApp();
  for (const [part, address, suggestion] of [
    [
      "CDI",
      "1 Example Street, Hamilton",
      { freight: { cents: zones.north.S }, weight: "S", freight_note: null },
    ],
    [
      "rear diff",
      "RD 2, Gore",
      { freight: { cents: zones.south.M + freightTable.rural_cents }, weight: "M" },
    ],
    [
      "engine",
      "1 Example Street, Hamilton",
      {
        freight: { cents: null, zone: "north", words: "North Island" },
        weight: null,
        freight_note: "Engine: over 25 kg, enter the freight",
      },
    ],
    [
      "thingamajig",
      "1 Example Street, Hamilton",
      { freight: { cents: null }, freight_note: "Thingamajig: we don't know its weight, enter the freight" },
    ],
    [
      "CDI",
      "1 Example Street",
      {
        freight: { cents: null, zone: null },
        weight: "S",
        freight_note: "No postcode or town that we know: choose the zone",
      },
    ],
  ] as const) {
    const suggestions = await suggestedTo(await asked(app, part, address));
    expect({ part, address, suggestions }).toMatchObject({ part, address, suggestions: suggestion });
  }
});

test("what we last sent a part alone for counts more than the table; a parcel of two parts does not", async () => {
  const app = await buildTestApp();
  const freight = { service: "Courier", zone: "south", rural: true, words: null };
  const large = { ...freight, cents: zones.south.L + freightTable.rural_cents };
  const diff = draftLine({ text: "Rear diff" });
  await (await asked(app, "rear diff")).send(exampleDraft({ lines: [diff], freight: large }));
  app.advance(20_000);
  const bolts = draftLine({ id: "bolts", text: "Bolt kit" });
  const small = { ...freight, cents: zones.south.S + freightTable.rural_cents };
  await (await asked(app, "the rear diff")).send(exampleDraft({ lines: [diff, bolts], freight: small }));
  app.advance(20_000);
  await app.app.run("outbox");
  expect(await suggestedTo(await asked(app, "Differential, rear"))).toMatchObject({
    weight: "L",
    freight: { cents: zones.north.L },
    freight_note: null,
  });
  expect(await suggestedTo(await asked(app, "front diff"))).toMatchObject({ weight: "M" });
});

test("an owner changes the weight of a part, and the next suggestion follows it", async () => {
  const app = await buildTestApp();
  const value = { ...partWeights, L: ["Thingamajig", " "] };
  const cookie = await app.signIn();
  const put = await deskCall(app, cookie, "PUT desk-settings/part-weights", { value }, 0);
  expect(put).toMatchObject({ status: 200, body: { value: { L: ["Thingamajig"] } } });
  expect(await suggestedTo(await asked(app, "a thingamajig"))).toMatchObject({ weight: "L" });
});
