import { useParams } from "react-router";

import { SectionTabs } from "#app/desk/settings/section-tabs.tsx";
import { Box, Section } from "#app/desk/settings/section.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";

import { FirmForm } from "./firm-form.tsx";
import { firmPages, isFirmPage } from "./firm-pages.ts";
import { firmKey, readFirm } from "./firm-setting.ts";

export const meta = () => pageMeta({ title: "Your firm", hidden: true });

/** The firm's own facts, on short pages. Owners change them, staff read them. */
export default function FirmSettings() {
  const { page = "" } = useParams();
  const state = useLoaded(firmKey, readFirm);
  const shown = isFirmPage(page) ? page : "facts";
  return (
    <Section
      title="Your firm"
      intro="What the website, mails and invoices say of you. A change shows within ten seconds; what was sent before stays as it was."
    >
      <SectionTabs label="Your firm" section={firmPages} />
      <Box title={firmPages.pages[shown]}>
        {state.data === null ? (
          <Loading state={state} />
        ) : (
          <FirmForm key={shown} page={shown} stored={state.data} />
        )}
      </Box>
    </Section>
  );
}
