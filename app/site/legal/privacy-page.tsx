import { pageMeta } from "#app/shared/document/page-meta.ts";
import { CookieChoice } from "#app/site/layout/cookies.tsx";
import { business } from "#domain/business.ts";
import { firm } from "#domain/firm.ts";
import { backupDaysMax, outboxDaysMax, sourcesKeptDays } from "#domain/retention.ts";

import { Address, Bullets, type LegalSection, LegalText } from "./legal-text.tsx";

export const meta = () =>
  pageMeta({
    title: "Privacy",
    description: `What ${firm.trading_name} collects when you ask for a quote, write to us or sell a vehicle, why, who sees it, how long it is kept, and your rights under the Privacy Act 2020.`,
    image: "help",
  });

export default function PrivacyPage() {
  return (
    <LegalText
      label="Privacy"
      path="/privacy"
      title="Privacy"
      lead={`We ask for what we need to answer you, use it only for that, keep it for up to ${business.enquiriesKeptMonths} months unless you order or we buy, and sell it to nobody.`}
      sections={privacySections}
    />
  );
}

/** The facts that the Privacy Act 2020 (IPP 3) requires us to tell people, in the order they would ask. */
const privacySections: readonly LegalSection[] = [
  {
    id: "who",
    title: "Who we are",
    content: (
      <>
        <p>
          {firm.legal_name}, trading as {firm.trading_name}, collects and holds the information described
          here. Our privacy officer answers questions and requests at the same address:
        </p>
        <Address />
      </>
    ),
  },
  {
    id: "what",
    title: "What we collect, and why",
    content: (
      <>
        <p>Only what you give us, and only for what you ask of us:</p>
        <Bullets
          items={{
            "Quote request":
              "your name, phone, e-mail, machine, the part and the delivery address, so that we can check the fit, price the part with its freight and answer you. VIN or frame number, grade, budget and notes are optional.",
            "Contact message":
              "your name, e-mail, subject and message, so that we can answer. A phone number is optional.",
            "Vehicle you sell":
              "your name, phone, e-mail, the machine, its condition and where it is, so that we can make an offer and collect it. If you accept: when we come and how we pay, with your bank account if you choose a transfer. It is stored encrypted and is in no e-mail.",
            "When we buy":
              "the record that section 42 of the Secondhand Dealers and Pawnbrokers Act 2004 requires: your name, address, phone, date of birth, how you identified yourself with the number of that document, the machine and the price. It is stored encrypted, and we note each time one of us opens it.",
            "Photos you send us":
              "of your machine or the part, as our page asks. Where and when a photo was taken is removed on your phone, if your browser runs our page’s script, and in any case on our server, which never keeps the original. Leave people and number plates out if you can.",
            "An order": "what we need to invoice, send and guarantee the part.",
            "A call, a text or a visit":
              "what you tell us of the same things, if you ask for a part or offer a machine that way, and who of us noted it. No e-mail address is needed.",
            "An e-mail to us":
              "what you write and the photos and files you attach, with your enquiry. We remove from a photo where and when it was taken.",
            "The page of your quote":
              "what you choose, ask or decline there, and when. Anyone with the link can read the page and act for you, so be careful who you share it with. If you ask us for a new link, the old one stops working.",
          }}
        />
        <p>
          You don't have to give us anything. Without what a form requires, we can't quote, answer or make an
          offer. You can leave out whatever is marked optional; the answer may then take one more e-mail.
        </p>
        <p>
          If somebody else gives us details about you, for example a seller who says that you are the owner,
          we let you know.
        </p>
      </>
    ),
  },
  {
    id: "sharing",
    title: "Who sees it",
    content: (
      <>
        <p>Our own staff, and only what each of them needs:</p>
        <Bullets
          items={{
            "The firms that carry our e-mail and run our server":
              "they keep it for us and may not use it for themselves. Some may do so outside New Zealand.",
            "The courier": "name, address and phone number, once you order.",
            "Our bank": "whatever your transfer shows.",
            "Stripe, if you pay by card":
              "your card, which we never see, the amount, and the address of your order’s page.",
            "Police and other authorities":
              "where the law requires it, such as our record of machines bought.",
          }}
        />
        <p>We don't sell details to anyone, and asking for a quote doesn't put you on a mailing list.</p>
      </>
    ),
  },
  {
    id: "how-long",
    title: "How long we keep it",
    content: (
      <>
        <p>
          Enquiries, messages and vehicle submissions are kept for up to {business.enquiriesKeptMonths}{" "}
          months, unless an order is placed. At 3:00 am New Zealand time on the night one turns{" "}
          {business.enquiriesKeptMonths} months old, our server removes it permanently, with any copy of the
          mails about it that the server keeps. If unusually many are due at once, the last of them go in the
          nights that follow. E-mails you send us go with their enquiry, or at the same age if they belong to
          none. Our server removes the message as it came after {sourcesKeptDays} days. We clear our mailbox
          by the same rule.
        </p>
        <p>
          Backups keep what they held on the day they were made. Each is destroyed within {backupDaysMax}{" "}
          days, and with it the last trace of what was removed.
        </p>
        <p>
          Orders and purchases stay as long as tax and second-hand dealer law require:{" "}
          {business.ordersKeptYears} years from the end of the tax year (31 March) in which they were last
          changed. The Tax Administration Act 1994 and the Goods and Services Tax Act 1985 ask for that; the
          Secondhand Dealers and Pawnbrokers Act 2004 asks for our record of a machine we bought, for at least
          three years. The enquiry stays with its order or purchase, and photos with the enquiry. An order
          that was cancelled or not paid for stays too, because its invoice number was given out, but its
          enquiry goes after {business.enquiriesKeptMonths} months.
        </p>
      </>
    ),
  },
  {
    id: "storage",
    title: "Cookies and storage",
    content: (
      <>
        <p>Our public pages set no cookies. They keep a few things in your own browser:</p>
        <Bullets
          items={{
            "Your cookie choice": "so that we ask only once. It stays until you clear it.",
            "What you have typed into a form":
              "so that a reload or a dead spot loses nothing. It goes when you send the form or close the tab.",
            "A form you sent without signal": `so that it goes out once the signal is back. It goes when it is sent or when you throw it away; after ${outboxDaysMax} days it goes back into the form, when you next open that. Its reference stays until you have seen it.`,
            "Photos you have not sent yet":
              "so that a dead spot or a flat battery loses none. Each goes once we have it.",
            "Staff sign-in": "cookies, on the staff pages only.",
          }}
        />
        <p>
          Analytics are off unless you switch them on. They then count page views, without cookies, on a tool
          that we run ourselves.
        </p>
        <CookieChoice />
        <p>
          Our server log holds which page was asked for and when, not your internet address, not what you
          typed and not the key in the link to your quote. To stop abuse, the server counts requests by a
          keyed code made from the address. For 30 days it keeps the reference of each form sent, with such a
          code of what was in it, so that nothing is recorded twice.
        </p>
      </>
    ),
  },
  {
    id: "security",
    title: "How we protect it",
    content: (
      <p>
        Forms travel encrypted, and only signed-in staff can read what was sent. If something goes wrong that
        could do you serious harm, we tell you and the Privacy Commissioner as soon as we can.
      </p>
    ),
  },
  {
    id: "rights",
    title: "Your rights",
    content: (
      <>
        <p>
          Ask us what we hold about you, and to correct it. Write to the address above and quote your
          reference number if you have one. We answer within 20 working days, at no charge. If we do not agree
          with a correction, we attach your words to the record.
        </p>
        <p>
          You can ask us to erase it, too. We do so at once, photos and bank account included, except for what
          we must keep for an order or purchase; backups follow within {backupDaysMax} days.
        </p>
        <p>
          Not happy with our answer? Complain to the{" "}
          <a href="https://www.privacy.org.nz/" rel="noreferrer" className="text-link">
            Office of the Privacy Commissioner
          </a>
          .
        </p>
      </>
    ),
  },
];
