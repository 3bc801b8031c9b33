import { randomUUID } from "node:crypto";

import type { TestApp } from "./build-test-app.ts";
import { addRecord, vehicleExample } from "./submission-examples.ts";

/** What the law asks of a purchase, bought on the Monday of the examples. */
export const examplePurchase = {
  name: "Wiremu Tāne",
  address: "88 Mangakāhia Road, RD 9, Whangārei",
  phone: null,
  birth_date: "1961-04-30",
  identified_by: "NZ driver licence",
  identity_number: "AB123456",
  not_identified_why: null,
  description: "Red Suzuki DR200SE, dent in the tank",
  vin: null,
  registration: null,
  functioning: false,
  price_cents: 75_000,
  paid_by: "transfer",
  bought_on: "2026-08-03",
  gst: "second-hand",
} as const;

let offered = 0;

/** A machine that somebody offers us, each for another price: the same again would be a repetition. */
export function addVehicle(app: TestApp): Promise<string> {
  offered += 1;
  return addRecord(app, vehicleExample, { price_expectation: offered });
}

/** The calls of the first admin about machines. */
export async function yardDesk(app: TestApp) {
  const cookie = await app.signIn();
  const get = (path: string) => app.fetch(`/functions/v1/${path}`, { headers: { cookie } });
  const buy = async (ref: string, changes: object = {}, key: string = randomUUID()) => {
    const body = { ref, ...examplePurchase, ...changes };
    const answer = await app.postJson("/functions/v1/purchase", body, { cookie, "idempotency-key": key });
    return { status: answer.status, body: await answer.json() };
  };
  return {
    cookie,
    get,
    buy,
    /** A machine that somebody offered us and that we bought; returns its reference. */
    async bought(changes: object = {}): Promise<string> {
      const reference = await addVehicle(app);
      const { status, body } = await buy(reference, changes);
      if (status !== 200) throw new Error(`not bought: ${JSON.stringify(body)}`);
      return reference;
    },
    yard: async () => (await get("yard")).json(),
  };
}
