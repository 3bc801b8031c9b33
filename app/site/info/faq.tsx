import { JsonLd } from "#app/shared/document/json-ld.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { ButtonLink } from "#app/shared/ui/button.tsx";
import { PageOpening } from "#app/site/layout/page-opening.tsx";
import { business } from "#domain/business.ts";

import { Accordion } from "./accordion.tsx";
import { faqData } from "./questions.ts";

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
            Yours is not here?
          </h2>
          <p>
            Ask us. We reply within one business day. Or ring{" "}
            <a href={business.phoneLink} className="text-link font-semibold whitespace-nowrap">
              {business.phone}
            </a>
            , {business.hours}.
          </p>
          <ButtonLink to="/contact" look="action">
            Contact Us
          </ButtonLink>
        </aside>
      </div>
    </>
  );
}
