import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import MailComposer from "nodemailer/lib/mail-composer/index.js";
import sharp from "sharp";

import { firm } from "#domain/firm.ts";
import type { Config } from "#server/platform/config/config.ts";
import { openForCommand } from "#server/platform/database/open-database.ts";
import { installationSecrets } from "#server/platform/secrets/installation-secrets.ts";
import { deriveKeys } from "#server/platform/secrets/keyed-hash.ts";
import { bareAddress } from "#server/services/mail/mail.ts";
import { messageId } from "#server/services/mail/message-id.ts";

import type { Added } from "./story.ts";

interface Customer {
  readonly name: string;
  readonly email: string;
  readonly reference: string;
  /** The Message-ID of our first quote. */
  readonly quote: string;
}

type Options = ConstructorParameters<typeof MailComposer>[0];

/** A flange with a crack in it. */
const brokenPart = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="1200">
  <rect width="400" height="300" fill="#8d8577"/>
  <circle cx="200" cy="150" r="110" fill="#bdbdb8" stroke="#4c4b48" stroke-width="6"/>
  <circle cx="200" cy="150" r="42" fill="#2d2b28"/>
  <g fill="#4c4b48"><circle cx="200" cy="65" r="12"/><circle cx="200" cy="235" r="12"/><circle cx="115" cy="150" r="12"/></g>
  <path d="M236 132l24-16 6 20 36-22" fill="none" stroke="#1d1b19" stroke-width="5"/>
</svg>`);

/** What comes back, by the story of its deal; the last one is from somebody who never sent a form. */
const mails: readonly (readonly [story: string, file: string, mail: (to: Customer) => Promise<Options>])[] = [
  [
    "a quote that waits for an answer",
    "reply-with-photo",
    async (to) => ({
      ...answer(to),
      text: `Hi, that looks right. Here is the broken one, does yours have the same splines?\n\n${to.name}\n\n${quoted}`,
      attachments: [{ filename: "broken part.jpg", content: await sharp(brokenPart).jpeg().toBuffer() }],
    }),
  ],
  [
    "a quote with alternatives and an option",
    "reply-from-another-address",
    async (to) => ({
      ...answer(to),
      from: "Trish <accounts@highcountry.example.co.nz>",
      text: `The cheaper one please, my husband asked you for it.\n\nTrish\n\n${quoted}`,
    }),
  ],
  [
    "an order that waits for its payment",
    "out-of-office",
    async (to) => ({
      ...answer(to),
      subject: "Automatic reply: your quote",
      headers: { "Auto-Submitted": "auto-replied" },
      text: "I am up at the hut until Monday and read mail then.",
    }),
  ],
  ["a question about a quote", "bounce", async (to) => bounce(to)],
  [
    "a quote that was declined",
    "from-somebody-new",
    async () => ({
      from: "Wiremu Parata <wiremu@coast.example.co.nz>",
      subject: "Carburettor for a Kodiak",
      text: "Kia ora, have you got a carburettor for a 2004 Yamaha Kodiak 400?\n\nWiremu",
    }),
  ],
];

const quoted = "On Fri, 27 Nov 2026 at 09:14, QuadKea <sales@quadkea.co.nz> wrote:\n> Your quote is ready\n";

const answer = ({ name, email, quote }: Customer): Options => ({
  from: { name, address: email },
  subject: "Re: your quote",
  inReplyTo: quote,
  references: quote,
});

function bounce({ email, quote }: Customer): Options {
  const status = [
    "Reporting-MTA: dns; mail.example.co.nz",
    "",
    `Final-Recipient: rfc822; ${email}`,
    "Action: failed",
    "Status: 5.2.2",
    "Diagnostic-Code: smtp; 552 5.2.2 Mailbox is full",
  ];
  const part = (type: string, lines: readonly string[]) =>
    `--report\r\nContent-Type: ${type}\r\n\r\n${lines.join("\r\n")}\r\n`;
  const head = [
    "From: Mail Delivery System <MAILER-DAEMON@mail.example.co.nz>",
    "Subject: Undelivered Mail Returned to Sender",
    "Auto-Submitted: auto-replied",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="report"',
  ];
  const parts = [
    part("text/plain", ["Your mail could not be delivered."]),
    part("message/delivery-status", status),
    part("text/rfc822-headers", [`Message-ID: ${quote}`]),
  ];
  return { raw: `${head.join("\r\n")}\r\n\r\n${parts.join("")}--report--\r\n` };
}

/** Puts mails from the customers of these deals where the server reads them. Returns how many: none if that is a mail server. */
export async function addMails(config: Config, deals: readonly Added[]): Promise<number> {
  const { inbox } = config;
  if (inbox.kind !== "folder" || deals.length === 0) return 0;
  const customers = await customersOf(config, deals);
  await mkdir(inbox.folder, { recursive: true, mode: 0o700 });
  let added = 0;
  for (const [story, file, mail] of mails) {
    const customer = customers.get(story);
    if (customer === undefined) continue;
    const whole = {
      to: config.replyTo ?? config.mailTo ?? firm.email,
      messageId: `<${file}.${customer.reference}@example.co.nz>`,
    };
    const source = await new MailComposer({ ...whole, ...(await mail(customer)) }).compile().build();
    await writeFile(join(inbox.folder, `${file}-${customer.reference}.eml`), source, { mode: 0o600 });
    added += 1;
  }
  return added;
}

async function customersOf(config: Config, deals: readonly Added[]): Promise<Map<string, Customer>> {
  const linkKeys = deriveKeys(installationSecrets(config).linkSecret);
  const domain = bareAddress(config.mailFrom).split("@").at(-1) ?? "";
  const { reader, close } = await openForCommand(config.database);
  try {
    const rows = await reader
      .selectFrom("quote_requests")
      .select(["ref_number", "email", "full_name"])
      .where(
        "ref_number",
        "in",
        deals.map(({ reference }) => reference),
      )
      .execute();
    return new Map(
      rows.map(({ ref_number: reference, email, full_name: name }) => {
        const story = deals.find((deal) => deal.reference === reference)?.title ?? "";
        const quote = messageId(linkKeys, `quote-${reference}-1`, domain);
        return [story, { reference, email, name, quote }];
      }),
    );
  } finally {
    await close();
  }
}
