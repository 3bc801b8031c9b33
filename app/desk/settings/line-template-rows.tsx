import { MoneyField } from "#app/desk/deal/money-field.tsx";
import { Choice, TextArea, TextInput } from "#app/desk/deal/text-inputs.tsx";
import type { DeskSetting } from "#domain/deals/deal-wire.ts";

import { Rows } from "./rows.tsx";

type Templates = DeskSetting<"line-templates">;

interface LineTemplateRowsProps {
  readonly templates: Templates;
  readonly onChange: (templates: Templates) => void;
}

const empty: Templates[number] = { title: "", text: "", grade: null, unit_cents: null, evidence: [] };
const grades = { none: "Any grade", A: "Grade A", B: "Grade B", C: "Grade C" } as const;

export function LineTemplateRows({ templates, onChange }: LineTemplateRowsProps) {
  return (
    <Rows label="Line templates" rows={templates} empty={empty} most={100} onChange={onChange}>
      {({ title, text, grade, unit_cents: cents, evidence }, edit) => (
        <>
          <div className="grid gap-3 sm:grid-cols-2">
            <TextInput
              label="Title"
              maxLength={120}
              value={title}
              onChange={(typed) => edit({ title: typed })}
            />
            <TextInput
              label="Part"
              maxLength={300}
              value={text}
              onChange={(typed) => edit({ text: typed })}
            />
            <Choice
              label="Grade"
              value={grade ?? "none"}
              choices={grades}
              onChange={(chosen) => edit({ grade: chosen === "none" ? null : chosen })}
            />
            <MoneyField label="Price" cents={cents} onChange={(typed) => edit({ unit_cents: typed })} />
          </div>
          <TextArea
            label="Evidence, one a line"
            value={evidence.join("\n")}
            onChange={(typed) => edit({ evidence: typed === "" ? [] : typed.split("\n") })}
          />
        </>
      )}
    </Rows>
  );
}
