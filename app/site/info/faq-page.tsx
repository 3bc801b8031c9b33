import { Plus } from "lucide-react";

import { pageMeta } from "#app/shared/document/page-meta.ts";
import { JsonLd } from "#app/shared/document/structured-data.tsx";
import { ButtonLink } from "#app/shared/ui/button.tsx";
import { PageLink } from "#app/shared/ui/page-link.tsx";
import { PhoneLink } from "#app/shared/ui/phone-link.tsx";
import { PageOpening } from "#app/site/layout/page-opening.tsx";
import { statusPath } from "#domain/deals/mails.ts";
import { firm } from "#domain/firm.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { gradeSentences } from "#domain/grades.ts";
import { replyPhrase } from "#domain/reply-due.ts";

interface FaqEntry {
  /** The fragment that links to the answer, as in /faq#payment. */
  readonly id: string;
  readonly question: string;
  /** Paragraphs of the answer. */
  readonly answer: readonly string[];
  readonly link?: { readonly to: string; readonly label: string };
}

const questions: readonly FaqEntry[] = [
  {
    id: "request",
    question: "How do I request a quote?",
    answer: [
      "Fill in the quote form: make, model and year of your machine, the part you need, how to reach you and where to deliver. VIN or frame number, grade, budget and notes are optional, but they help.",
      "You get a reference number straight away. Use it whenever you write or ring. The receipt we e-mail you has a link to a page of your own: photos of the part, the place it broke off and the frame number go to us from there.",
    ],
    link: { to: "/request-quote", label: "Go to the quote form" },
  },
  {
    id: "free",
    question: "Does a quote cost anything?",
    answer: [
      "No. Quotes are free, with no obligation.",
      `${quoteRequest.promise} Ask at night, on a weekend or on a public holiday, and we reply on the next business day.`,
    ],
  },
  {
    id: "fit",
    question: "How do I know the part will fit?",
    answer: [
      "We check make, model and year before we quote, and the VIN or frame number if you give it. Many older farm quads have only a frame number. That is enough.",
      "Fitment guarantee: if we said it fits your machine and it doesn't, we send the right part or refund you, and we pay the return freight.",
    ],
  },
  {
    id: "grades",
    question: "What do grades A, B and C mean?",
    answer: [
      gradeSentences.join(" "),
      "Every part is inspected before it gets its grade. Ask for photos of it, and your quote shows them next to the price.",
    ],
  },
  {
    id: "payment",
    question: "How do I pay, and when?",
    answer: [
      "Our e-mail has a secure link to your quote. When you have approved it there, the same page shows the invoice, our account and a payment code. Pay by bank transfer, or by card where the page offers it, by the date on that page. We need full payment before dispatch, and you can take the approval back until you have paid.",
      "Prices are in New Zealand dollars (NZD) and include GST. The quote shows the part and the delivery, and nothing is added later. We never send our bank details by e-mail: if a message has some, ring us first.",
    ],
  },
  {
    id: "delivery",
    question: "How long does delivery take?",
    answer: [
      "Most orders arrive in 2-4 business days, NZ-wide, and every parcel is tracked.",
      "Rural addresses and oversize parts, such as a whole engine, can take longer. The quote tells you before you pay.",
      "Would you rather collect it? Pick it up from our yard, or have it sent to a depot near you. Tell us when you ask: the quote says how and where.",
      "The link in our e-mails opens a page of your own, with the tracking link and what happens next. Without the e-mail, your reference and the last four digits of your phone number show where it's up to.",
    ],
    link: { to: statusPath, label: "See where it is" },
  },
  {
    id: "warranty",
    question: "Do used parts have a warranty?",
    answer: [
      "If a part comes with a warranty, the quote says what is covered and for how long.",
      "Warranty or not, your rights under the Consumer Guarantees Act always apply. Buying for a business? Then what we agreed in writing applies.",
    ],
  },
  {
    id: "returns",
    question: "Can I send a part back?",
    answer: [
      "Yes. Within 14 days of delivery, press “Send something back” on the page of your order, or ring us with your reference number. Don't fit or change the part.",
      "That is on top of your rights under the Consumer Guarantees Act: a part that is faulty, wrong or not as described is not limited to 14 days.",
    ],
    link: { to: "/terms", label: "Read the terms" },
  },
];

/** The questions in schema.org's vocabulary. */
const faqData = {
  "@type": "FAQPage",
  mainEntity: questions.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer.join(" ") },
  })),
};

const repliedWithin = replyPhrase(contactMessage.replyRule);

export const meta = () =>
  pageMeta({
    title: "Questions about used parts: quotes, fit, payment, delivery",
    description:
      "Is a quote free? Will it fit? What do the grades mean? How long does delivery take, and can I send a part back? Eight straight answers.",
    image: "help",
  });

export default function FaqPage() {
  return (
    <>
      <JsonLd data={faqData} />
      <PageOpening
        look="plain"
        trail={[{ label: "FAQ", href: "/faq" }]}
        title="Questions, answered"
        lead="What farmers and riders ask us before they buy."
      />
      <div className="column grid items-start gap-x-16 gap-y-10 pb-14 sm:pb-20 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Accordion />
        <aside
          aria-labelledby="ask-title"
          className="border-line-strong grid gap-4 rounded-md border p-6 lg:sticky lg:top-24"
        >
          <h2 id="ask-title" className="text-2xl">
            Can't find yours?
          </h2>
          <p>
            Ask us. We reply {repliedWithin}. Or ring <PhoneLink />, {firm.hours_text}.
          </p>
          <ButtonLink to="/contact" look="action">
            Contact Us
          </ButtonLink>
        </aside>
      </div>
    </>
  );
}

/** Opens one question at a time, without scripts; a link to an answer opens it. */
function Accordion() {
  return (
    <div className="border-line-strong divide-line divide-y border-y">
      {questions.map(({ id, question, answer, link }) => (
        <details key={id} name="faq" className="group">
          <summary className="hover:bg-surface-sunken flex min-h-16 items-center justify-between gap-4 py-3 sm:px-3">
            <h2 className="text-2xl">{question}</h2>
            <Plus
              aria-hidden
              className="text-brand size-6 shrink-0 transition-transform group-open:rotate-45"
            />
          </summary>
          <div id={id} className="grid max-w-prose scroll-mt-40 gap-3 pb-6 sm:px-3">
            {answer.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {link !== undefined && (
              <PageLink
                to={link.to}
                className="text-link inline-flex min-h-11 w-fit items-center font-semibold"
              >
                {link.label}
              </PageLink>
            )}
          </div>
        </details>
      ))}
    </div>
  );
}
