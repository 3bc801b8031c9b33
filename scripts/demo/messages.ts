import type { ContactMessageValues } from "#domain/forms/contact-message.ts";

import type { Chance } from "./chance.ts";
import { person } from "./people.ts";

const subjects = [
  {
    subject: "Open between Christmas and New Year?",
    message:
      "Kia ora,\n\nare you open in the week after Christmas? I am passing through Whangārei on the 28th.",
  },
  {
    subject: "Where is my parcel",
    message: "The tracking has not moved since Tuesday. We are on a rural delivery run, if that helps.",
  },
  {
    subject: "Return of a stator",
    message:
      "The stator you sent is fine, but mine turned out to be the regulator. It is unused and in its box. What do I do to send it back?",
  },
  {
    subject: "Do you fit parts too?",
    message: "I have the diff, not the patience. Can you fit it if I bring the quad in on the trailer?",
  },
  {
    subject: "Account for our farm",
    message:
      "We run nine quads over two properties near Dargaville and would like to be invoiced monthly.\n\nWho do I talk to about that?",
  },
  {
    subject: "Which tyres on a 2012 Kodiak",
    message: "Mine were changed before I bought it. What did it leave the factory with, front and rear?",
  },
  {
    subject: "Open on Saturday?",
    message: "I can only get to Whangārei on a weekend. Is anyone at the yard on Saturday morning?",
  },
  {
    subject: "Invoice for the accountant",
    message: "Can you send me last month's invoice again? The dog had the first one.",
  },
  {
    subject: "Manual for a TRX350",
    message: "Do you have a workshop manual, or do you know where to find one?",
  },
  {
    subject: "Two quads to look at",
    message:
      "They have been in the shed since the flood. Would you come out to Kaikohe, or do I bring them in?",
  },
  {
    subject: "Wrong address on my order",
    message: "I gave you the old RD number. It is RD 4 now, not RD 1. Has it left yet?",
  },
  {
    subject: "Thanks",
    message: "The carb went straight on and she started first pull. Cheers.",
  },
  {
    subject: "Courier or bus?",
    message: "Could the axle go on the InterCity bus to Gore? The courier takes a week to get here.",
  },
  {
    subject: "Do you take scrap?",
    message: "I have four dead AG bikes and a pile of rims. Are they worth the trip?",
  },
  {
    subject: "Grade C plastics",
    message: "How bad is a C? I do not mind scratches, but they must not be cracked at the bolts.",
  },
] as const;

let told = 0;

/** A made-up contact message. */
export function demoMessage(random: Chance): ContactMessageValues {
  const { full_name, email, phone } = person(random);
  return {
    full_name,
    email,
    ...(random() < 0.6 ? { phone } : {}),
    ...(subjects[told++ % subjects.length] ?? subjects[0]),
  };
}
