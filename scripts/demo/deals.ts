import { quoteRequest } from "#domain/forms/quote-request.ts";
import type { Config } from "#server/platform/config/config.ts";

import {
  approved,
  arrived,
  changed,
  Deal,
  declined,
  exchanged,
  lost,
  meanwhile,
  paid,
  paidBack,
  question,
  sendsBack,
  sent,
  settled,
  type Step,
  withdrawn,
} from "./deal-steps.ts";
import { photos } from "./photos.ts";
import { draft, quote, quoteToCollect, quoteWithPhotos } from "./quote-steps.ts";
import { type Added, tellStories } from "./story.ts";

const delivered = (dollars: number) => [quote(dollars), approved, paid(), sent, arrived];
const whines = sendsBack("faulty", "It whines from 20 km/h. I have not opened it.");
const agreed = settled(
  "agree",
  "Sorry. Send it to the yard as it came. We pay the freight: put our name on the label.",
);
const refused = settled(
  "refuse",
  "It has been fitted, as your photo shows. We can’t take it back for a change of mind.",
);

const caller = {
  full_name: "Wiremu Tait",
  phone: "021 555 0199",
  make: "Honda",
  model: "TRX350",
  part_needed: "Rear rack",
};
const neighbour = { full_name: "Bev Lowe", phone: "09 555 0143", part_needed: "Drive belt" };
const writer = {
  full_name: "Sue Hill",
  email: "sue@valley.example.co.nz",
  make: "Yamaha",
  model: "Grizzly 700",
  year: 2012,
  part_needed: "Front diff",
};

/** One for each stage of a visitor's page, and for what staff have to look at: title, how many days ago it began, steps. */
export const dealStories: readonly (readonly [title: string, daysAgo: number, ...steps: Step[]])[] = [
  ["a draft that waits for its price", 0, draft(null)],
  ["a quote that waits for an answer", 1, photos("part", "frame_number"), quote(185)],
  ["a quote with a photo of the part, off a machine on hold", 1, quoteWithPhotos(270)],
  ["a quote with alternatives and an option", 1, quote(240, 165, 35)],
  ["a question about a quote", 2, quote(320), question],
  ["a quote that has expired", 10, quote(95)],
  ["a quote that was declined", 4, quote(410), declined, meanwhile("mail", writer)],
  [
    "a quote that was withdrawn",
    3,
    quote(150),
    withdrawn,
    meanwhile("phone", caller),
    meanwhile("phone", neighbour),
  ],
  ["an order that waits for its payment", 1, quote(220.75), approved],
  ["an order of which a part is paid", 1, quote(280), approved, paid(100)],
  ["an order that nobody paid in time", 9, quote(130), approved],
  ["an order to pack", 3, quote(510), approved, paid()],
  ["an order for a part off a machine on hold", 2, quoteWithPhotos(240), approved, paid()],
  ["an order that was paid twice and is packed", 4, quote(75), approved, paid(), paid(90), changed("packed")],
  ["an order that waits to be collected", 4, quoteToCollect(160), approved, paid(), changed("packed")],
  ["a parcel on its way", 5, quote(365), approved, paid(), sent],
  ["a parcel that has arrived", 12, quote(260), approved, paid(), sent, arrived],
  ["a paid order that was cancelled, to be refunded", 6, quote(145), approved, paid(), changed("cancel")],
  ["a return to decide on", 13, ...delivered(310), whines],
  ["a return that is agreed", 14, ...delivered(190), whines, agreed],
  ["a return that has come back", 15, ...delivered(225), whines, agreed, settled("received")],
  ["a return that was refused", 16, ...delivered(99), sendsBack("changed-mind", ""), refused],
  [
    "an order of which a part was paid back",
    17,
    ...delivered(450),
    paidBack(60, "For the scratch on the cover."),
  ],
  [
    "an order that was returned and paid back",
    18,
    ...delivered(280),
    whines,
    settled("received"),
    paidBack(),
    exchanged("The same, with 26 splines"),
  ],
  ["a lost parcel that was paid back", 12, quote(135), approved, paid(), sent, lost, paidBack()],
];

/** Lets these quote requests of this installation go through every stage, one each; its server may be running. */
export function addDeals(config: Config, references: readonly string[]): Promise<readonly Added[]> {
  return tellStories(config, quoteRequest, references, dealStories, Deal);
}
