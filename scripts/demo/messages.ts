import type { ContactMessageValues } from "#domain/forms/contact-message.ts";

import { type Chance, pick } from "./chance.ts";
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
] as const;

/** A made-up contact message. */
export function demoMessage(random: Chance): ContactMessageValues {
  const { full_name, email, phone } = person(random);
  return { full_name, email, ...(random() < 0.6 ? { phone } : {}), ...pick(random, subjects) };
}
