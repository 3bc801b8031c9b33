import { businessDayAfter } from "#domain/deals/deadlines.ts";
import type { PickUpChange } from "#domain/deals/sale-states.ts";
import type { Sale } from "#domain/deals/sale.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { nzDate, nzInstant } from "#domain/nz-time.ts";
import type { Outcome } from "#domain/outcome.ts";
import { summaryOf, textsOfKind, valueInRole } from "#domain/submission-values.ts";
import type { Work } from "#server/features/deals/deal/change-deal.ts";
import { acceptOffer } from "#server/features/deals/sales/accept-offer.ts";
import { sendOffer } from "#server/features/deals/sales/offer-send.ts";
import { changeEither, changeSale } from "#server/features/deals/sales/offers.ts";
import { askForPhotos } from "#server/features/deals/sales/photo-request.ts";
import { changePickUp } from "#server/features/deals/sales/pick-up.ts";
import { readSale } from "#server/features/deals/sales/read-sale.ts";
import { counterOffer, declineOffer } from "#server/features/deals/visitor/seller-answers.ts";
import { recordPurchase } from "#server/features/deals/yard/record-purchase.ts";
import type { Config } from "#server/platform/config/config.ts";

import { photos } from "./photos.ts";
import { type Added, Story, tellStories } from "./story.ts";

type Step = (story: Story) => Promise<void>;

async function seen({ context, reference }: Story) {
  const sale = await readSale(context.database.reader, reference);
  if (sale === null) throw new Error(`There is no vehicle ${reference}`);
  return sale;
}

/** Does what the seller presses. */
async function press(
  story: Story,
  act: (work: Work<Sale>) => Promise<Outcome<true, unknown>>,
): Promise<void> {
  const { context, reference } = story;
  story.done(await changeSale(context, { reference, userId: null, tellStaff: true }, act));
}

const asked: Step = async (story) => {
  const { context, reference, by } = story;
  const words = "Kia ora, a few photos and we can put a price on it.";
  story.done(
    await changeEither(context, { reference, ...by }, (work) =>
      askForPhotos(work, { ref: reference, shots: ["left", "right", "frame_number", "damage"], words }),
    ),
  );
};

/** With two pick-up times in open hours of the days that follow. */
const offered =
  (dollars: number, validDays = 7): Step =>
  async (story) => {
    const { context, reference, by, time } = story;
    const window = (days: number) => {
      const day = businessDayAfter(new Date(time), days, context.calendar);
      const [from, to] = ["10:00", "13:00"].map((clock) => nzInstant(day, clock).toISOString());
      return { from: from ?? "", to: to ?? "" };
    };
    const offer = {
      ref: reference,
      amount_cents: dollars * 100,
      valid_days: validDays,
      pick_up: [window(1), window(2)],
      words: "We bring the ramp.",
    };
    story.done(await changeSale(context, { reference, ...by }, (work) => sendOffer(work, offer)), 1);
    // It leaves with the next change.
    await changeSale(context, { reference, ...by }, () => Promise.resolve(null));
  };

const countered =
  (dollars: number): Step =>
  async (story) => {
    const words = "It has new tyres and a spare CDI.";
    await press(story, (work) => counterOffer(work, { amount: dollars * 100, words }));
  };

const declined: Step = async (story) => {
  const words = "My neighbour wants it for parts.";
  await press(story, (work) => declineOffer(work, { words, version: null }));
};

const accepted =
  (pay: "account" | "cash"): Step =>
  async (story) => {
    const version = (await seen(story)).versions.at(-1);
    await press(story, (work) =>
      acceptOffer(work, {
        number: version?.number ?? 1,
        hash: version?.content_hash ?? "",
        from: version?.content.pick_up[0]?.from ?? "",
        pay,
        account: pay === "account" ? "12-3140-0171323-50" : null,
        isGstRegistered: false,
      }),
    );
  };

const pickUp =
  (change: PickUpChange): Step =>
  async (story) => {
    const end = (await seen(story)).pickUps.at(-1)?.to ?? "";
    story.time = Math.min(Date.parse(end), Date.now());
    const { context, reference, by } = story;
    const body = { ref: reference, change, when: null };
    story.done(await changeSale(context, { reference, ...by }, (work) => changePickUp(work, body)));
  };

const bought: Step = async (story) => {
  const { context, reference, by } = story;
  const { record, versions } = await seen(story);
  const body = {
    ref: reference,
    corrects: null,
    name: valueInRole(vehicleSubmission, record, "person"),
    address: "88 Mangakāhia Road, RD 9, Whangārei",
    phone: textsOfKind(vehicleSubmission, record, "phone")[0] ?? null,
    birth_date: "1961-04-30",
    identified_by: "NZ driver licence",
    identity_number: "AB123456",
    not_identified_why: null,
    description: summaryOf(vehicleSubmission, record),
    vin: null,
    registration: null,
    functioning: false,
    price_cents: versions.at(-1)?.amount_cents ?? 50_000,
    paid_by: "transfer",
    bought_on: nzDate(new Date(story.time)),
    gst: "second-hand",
  } as const;
  story.done(await changeSale(context, { reference, ...by }, (work) => recordPurchase(work, body)));
};

const fourSides = photos("front", "left", "right", "rear");
const all = photos("front", "left", "right", "rear", "dash", "frame_number", "damage");

/** One for each stage of a seller's page, and for what staff have to do. */
export const saleStories: readonly (readonly [title: string, daysAgo: number, ...steps: Step[]])[] = [
  ["a machine that we bought, on hold", 6, all, offered(1450), accepted("account"), pickUp("done"), bought],
  [
    "a machine that we bought, its hold is over",
    40,
    fourSides,
    offered(900),
    accepted("cash"),
    pickUp("done"),
    bought,
  ],
  [
    "a machine that we bought for its parts",
    60,
    fourSides,
    offered(350),
    accepted("cash"),
    pickUp("done"),
    bought,
  ],
  ["a vehicle of which photos are wanted", 1, photos("front", "left"), asked, photos("right")],
  ["an offer that waits for an answer", 1, fourSides, offered(900)],
  ["an offer that the seller wants more for", 2, all, offered(1100), countered(1400)],
  ["an accepted offer, to be picked up", 1, all, offered(750), accepted("cash")],
  ["a pick-up that was missed", 4, fourSides, offered(620), accepted("account"), pickUp("missed")],
  ["an offer that was declined", 3, fourSides, offered(300), declined],
  ["an offer that has expired", 12, photos("left"), offered(480)],
  ["a pick-up that was called off", 5, fourSides, offered(550), accepted("cash"), pickUp("cancel")],
  ["a vehicle with photos, to make an offer for", 0, fourSides],
];

/** Lets these vehicles of this installation go through every stage, one each; its server may be running. */
export function addSales(config: Config, references: readonly string[]): Promise<readonly Added[]> {
  return tellStories(config, vehicleSubmission, references, saleStories, Story);
}
