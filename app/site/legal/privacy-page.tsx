import { pageMeta } from "#app/shared/document/page-meta.ts";
import { business } from "#domain/business.ts";

import { LegalPage } from "./legal-page.tsx";
import { privacySections } from "./privacy.tsx";

export const meta = () =>
  pageMeta({
    title: "Privacy",
    description: `What ${business.name} collects when you ask for a quote, write to us or sell a vehicle, why, who sees it, how long it is kept, and your rights under the Privacy Act 2020.`,
    image: "help",
  });

export default function PrivacyPage() {
  return (
    <LegalPage
      label="Privacy"
      path="/privacy"
      title="Privacy"
      lead={`We ask for what it takes to answer you, use it for that, keep it for up to ${business.enquiriesKeptMonths} months unless you order, and sell it to nobody.`}
      sections={privacySections}
    />
  );
}
