import { randomUUID } from "node:crypto";

import { expect } from "vitest";

import { type PickUpWindow } from "#domain/deals/offer.ts";
import { saleCalls } from "#domain/deals/sale-calls.ts";
import { dayMs, hourMs } from "#domain/durations.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";

import type { TestApp } from "./build-test-app.ts";
import { dealPage, press, type Seen } from "./deal-visit.ts";
import { deskCall, type DeskResponse } from "./staff.ts";
import { addRecord, vehicleExample } from "./submission-examples.ts";

/** What a seller types unless changed. */
export const account = "12-3140-0171323-50";

/** The calls of one user, and of the seller, about one vehicle. */
export interface OfferDesk {
  readonly reference: string;
  /** Of the seller's page. */
  readonly path: string;
  /** A POST with `ref` in its body. */
  call(name: keyof typeof saleCalls, body?: object): Promise<DeskResponse>;
  offer(): Promise<DeskResponse["body"]>;
  /** Sends an offer of $1,200 unless changed, and lets its undo time pass. */
  send(changes?: object): Promise<number>;
  /** Presses Accept as the page of that version has it; `changes` are what is sent instead. */
  accept(number?: number, changes?: object): Promise<Seen>;
}

/** Three hours, that many days from now. */
export function windowIn(app: TestApp, days: number): PickUpWindow {
  const from = app.app.services.now().getTime() + days * dayMs;
  return { from: new Date(from).toISOString(), to: new Date(from + 3 * hourMs).toISOString() };
}

/** Of the first admin, who signs in again when the session is over. */
export async function offerDesk(app: TestApp, known?: string): Promise<OfferDesk> {
  const reference = known ?? (await addRecord(app, vehicleExample, { description: randomUUID() }));
  let cookie = await app.signIn();
  const path = dealPage(app, reference, 1, vehicleSubmission);
  const asked = async (...[call, body]: [Parameters<typeof deskCall>[2], object?]): Promise<DeskResponse> => {
    const answer = await deskCall(app, cookie, call, body);
    if (answer.status !== 401) return answer;
    cookie = await app.signIn();
    return deskCall(app, cookie, call, body);
  };
  const call: OfferDesk["call"] = (name, body = {}) =>
    asked(`POST ${saleCalls[name].path.replace("/functions/v1/", "")}`, { ref: reference, ...body });
  return {
    reference,
    path,
    call,
    offer: async () => (await asked(`GET offer?ref=${reference}`)).body,
    async send(changes = {}) {
      const sent = await call("offerSend", offerExample(app, changes));
      expect(sent).toMatchObject({ status: 200 });
      app.advance(11_000);
      await app.app.run("outbox");
      return Number(sent.body["number"]);
    },
    async accept(number = 1, changes = {}) {
      const offers = await app.rows("offers");
      const offer = offers.find((one) => one["ref_number"] === reference && one["number"] === number);
      const { pick_up: windows } = JSON.parse(
        offer === undefined ? '{"pick_up":[]}' : String(offer["content"]),
      );
      return press(app, `${path}/offer/accept`, {
        version: String(number),
        hash: String(offer?.["content_hash"]),
        window: windows[0]?.from ?? "",
        pay: "account",
        bank_account: account,
        gst_registered: "no",
        accept: "on",
        ...changes,
      });
    },
  };
}

export function offerExample(app: TestApp, changes: object = {}): object {
  return {
    amount_cents: 120_000,
    valid_days: 7,
    pick_up: [windowIn(app, 2), windowIn(app, 3)],
    words: "We bring the ramp.",
    ...changes,
  };
}
