import { Plus } from "lucide-react";

import { pageMeta } from "#app/shared/document/page-meta.ts";
import { JsonLd } from "#app/shared/document/structured-data.tsx";
import { ButtonLink } from "#app/shared/ui/button.tsx";
import { PageLink } from "#app/shared/ui/page-link.tsx";
import { PhoneLink } from "#app/shared/ui/phone-link.tsx";
import { PageOpening } from "#app/site/layout/page-opening.tsx";
import { business } from "#domain/business.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";
import { replyPhrase } from "#domain/reply-due.ts";

import { faqData, questions } from "./questions.ts";

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
            Ask us. We reply {repliedWithin}. Or ring <PhoneLink />, {business.hours}.
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
