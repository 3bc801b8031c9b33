import { randomUUID } from "node:crypto";

import { expect } from "vitest";

import { type PickUpWindow } from "#domain/deals/offer.ts";
import { saleEndpoints } from "#domain/deals/sale-wire.ts";
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
  call(name: keyof typeof saleEndpoints, body?: object): Promise<DeskResponse>;
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

export async function offerDesk(
  app: TestApp,
  given: { readonly cookie?: string; readonly reference?: string } = {},
): Promise<OfferDesk> {
  const reference = given.reference ?? (await addRecord(app, vehicleExample));
  const cookie = given.cookie ?? (await app.signIn());
  const path = dealPage(app, reference, 1, vehicleSubmission);
  const call: OfferDesk["call"] = (name, body = {}) =>
    deskCall(app, cookie, `POST ${saleEndpoints[name].replace("/functions/v1/", "")}`, {
      ref: reference,
      ...body,
    });
  const offer = async () => (await deskCall(app, cookie, `GET offer?ref=${reference}`)).body;
  return {
    reference,
    path,
    call,
    offer,
    async send(changes = {}) {
      const sent = await call("offerSend", {
        amount_cents: 120_000,
        valid_days: 7,
        pick_up: [windowIn(app, 2), windowIn(app, 3)],
        words: "We bring the ramp.",
        ...changes,
      });
      expect(sent).toMatchObject({ status: 200 });
      app.advance(11_000);
      await app.app.run("outbox");
      return Number(sent.body["number"]);
    },
    async accept(number = 1, changes = {}) {
      const { versions } = (await offer()) as {
        versions: { number: number; content_hash: string; content: { pick_up: PickUpWindow[] } }[];
      };
      const version = versions.find((one) => one.number === number);
      return press(app, `${path}/offer/accept`, {
        version: String(number),
        hash: version?.content_hash ?? randomUUID(),
        window: version?.content.pick_up[0]?.from ?? "",
        pay: "account",
        bank_account: account,
        gst_registered: "no",
        accept: "on",
        ...changes,
      });
    },
  };
}
