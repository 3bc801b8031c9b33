import { pageMeta } from "#app/shared/document/page-meta.ts";
import { deskSettings, isDeskSettingName } from "#domain/deals/desk-settings.ts";

import { OwnersOnly, Section } from "./section.tsx";
import { SettingBox } from "./setting-box.tsx";

export const meta = () => pageMeta({ title: "Quotes and freight", hidden: true });

/** What the quotes are made of. */
export default function QuoteSettings() {
  return (
    <OwnersOnly>
      <Section
        title="Quotes and freight"
        intro="What the composer suggests, and what customers can choose. A change is for quotes from now on: what was sent stays as it is."
      >
        {Object.keys(deskSettings)
          .filter(isDeskSettingName)
          .map((name) => (
            <SettingBox key={name} name={name} />
          ))}
      </Section>
    </OwnersOnly>
  );
}
