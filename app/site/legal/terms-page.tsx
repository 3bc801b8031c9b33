import { pageMeta } from "#app/shared/document/page-meta.ts";

import { LegalPage } from "./legal-page.tsx";
import { termsSections } from "./terms.tsx";

export const meta = () =>
  pageMeta({
    title: "Terms of sale",
    description:
      "Quotes, prices in NZD including GST, payment before dispatch, delivery, our fitment guarantee, grades, and returns within 14 days on top of your rights under the Consumer Guarantees Act.",
    image: "help",
  });

export default function TermsPage() {
  return (
    <LegalPage
      label="Terms"
      path="/terms"
      title="Terms of sale"
      lead="The quote is free, its price is the whole price, you pay before we send, and you have 14 days to send it back."
      sections={termsSections}
    />
  );
}
