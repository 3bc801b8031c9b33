import { pageMeta } from "#app/shared/document/page-meta.ts";
import { controlClasses } from "#app/shared/ui/control-classes.ts";

import { CarrierRows } from "./carrier-rows.tsx";
import { FreightPrices } from "./freight-prices.tsx";
import { LineTemplateRows } from "./line-template-rows.tsx";
import { Section } from "./section.tsx";
import { SettingBox } from "./setting-box.tsx";

export const meta = () => pageMeta({ title: "Quotes and freight", hidden: true });

/** What the quotes are made of. */
export default function QuoteSettings() {
  return (
    <Section
      title="Quotes and freight"
      intro="What the composer suggests, and what customers can choose. A change is for quotes from now on: what was sent stays as it is."
    >
      <SettingBox name="freight" title="Freight to the gate">
        {(table, onChange) => <FreightPrices table={table} onChange={onChange} />}
      </SettingBox>
      <SettingBox name="carriers" title="Carriers">
        {(carriers, onChange) => <CarrierRows carriers={carriers} onChange={onChange} />}
      </SettingBox>
      <SettingBox name="line-templates" title="Line templates">
        {(templates, onChange) => <LineTemplateRows templates={templates} onChange={onChange} />}
      </SettingBox>
      <SettingBox name="decline-reasons" title="Reasons to decline">
        {(reasons, onChange) => <ReasonLines reasons={reasons} onChange={onChange} />}
      </SettingBox>
    </Section>
  );
}

interface ReasonLinesProps {
  readonly reasons: readonly string[];
  readonly onChange: (reasons: string[]) => void;
}

function ReasonLines({ reasons, onChange }: ReasonLinesProps) {
  return (
    <label className="grid gap-1">
      <span className="text-ink-muted text-sm">
        What customers can choose from when they press “No thanks”, one a line, at most 12
      </span>
      <textarea
        rows={6}
        className={`${controlClasses} field-sizing-content`}
        value={reasons.join("\n")}
        onChange={({ target }) => onChange(target.value.split("\n"))}
      />
    </label>
  );
}
