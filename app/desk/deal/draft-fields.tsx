import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";

import { ActMenu } from "#app/desk/ui/menu.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { linesMost, type QuoteDraft, validDaysMost } from "#domain/deals/quote.ts";

import { lineTemplates } from "./desk-setting-queries.ts";
import { changedLine, withAlternative, withLine, withoutPhotos, withTemplate } from "./edit-draft.ts";
import { type DraftFieldsProps, FreightFields } from "./freight-fields.tsx";
import { TextInput, WordsField } from "./inputs.tsx";
import { LineFields, type LineFieldsProps, wholeNumber } from "./line-fields.tsx";

interface LinesProps extends DraftFieldsProps {
  readonly photos: LineFieldsProps["photos"];
}

/** A plain field for everything that a quote holds. */
export function DraftFields(props: LinesProps) {
  const { draft, onEdit, photos } = props;
  const { lines, valid_days: days } = draft;
  const list = useRef<HTMLOListElement>(null);
  const add = (edited: QuoteDraft) => {
    onEdit(edited);
    // Once the new line is there, its first empty field has the focus.
    requestAnimationFrame(() => {
      const added = [...(list.current?.lastElementChild?.querySelectorAll<HTMLInputElement>("input") ?? [])];
      added.find(({ value }) => value === "")?.focus();
    });
  };
  const without = (id: string) => onEdit({ ...draft, lines: lines.filter((line) => line.id !== id) });
  return (
    <>
      <ol ref={list} aria-label="Lines" className="grid gap-3">
        {lines.map((line, index) => (
          <LineFields
            key={line.id}
            line={line}
            number={index + 1}
            photos={photos}
            onChange={(change) => onEdit(changedLine(draft, line.id, change))}
            onTakeOff={(sha256) =>
              onEdit({
                ...draft,
                lines: lines.map((one) => (one === line ? withoutPhotos(one, sha256) : one)),
              })
            }
            onRemove={lines.length > 1 ? () => without(line.id) : null}
          />
        ))}
      </ol>
      {lines.length < linesMost && <AddLine draft={draft} onAdd={add} />}
      <FreightFields {...props} />
      <div className="grid gap-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
        <TextInput
          label="Days valid"
          type="number"
          max={validDaysMost}
          value={days === null ? "" : String(days)}
          onChange={(typed) => onEdit({ ...draft, valid_days: wholeNumber(typed, 0, validDaysMost) })}
        />
        <TextInput
          label="Fitment: what we promise for this machine"
          maxLength={500}
          value={draft.fitment}
          onChange={(fitment) => onEdit({ ...draft, fitment })}
        />
      </div>
      <WordsField value={draft.words} onChange={(words) => onEdit({ ...draft, words })} />
    </>
  );
}

interface AddLineProps {
  readonly draft: QuoteDraft;
  readonly onAdd: (draft: QuoteDraft) => void;
}

const additions = {
  "+ Alternative": withAlternative,
  "+ Option": (draft: QuoteDraft) => withLine(draft, { kind: "option" }),
  "+ Line": (draft: QuoteDraft) => withLine(draft),
} as const;

function AddLine({ draft, onAdd }: AddLineProps) {
  const { data: templates = [] } = useQuery(lineTemplates);
  return (
    <div role="group" aria-label="Add to the quote" className="flex flex-wrap gap-2">
      {Object.entries(additions).map(([label, add]) => (
        <ToolButton key={label} className="px-3 text-sm lg:min-h-9" onClick={() => onAdd(add(draft))}>
          {label}
        </ToolButton>
      ))}
      {templates.length > 0 && (
        <ActMenu
          label="+ From a template"
          className="text-sm lg:min-h-9"
          choices={templates.map(({ title }, index) => [String(index), title])}
          onChoose={(index) => {
            const chosen = templates[Number(index)];
            if (chosen !== undefined) onAdd(withTemplate(draft, chosen));
          }}
        />
      )}
    </div>
  );
}
