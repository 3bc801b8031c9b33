import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";

import { ActMenu } from "#app/desk/ui/menu.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import { linesMost, type QuoteDraft, validDaysMost, wordsMost } from "#domain/deals/quote.ts";

import { lineTemplates } from "./desk-setting-queries.ts";
import {
  changedLine,
  withAlternative,
  withLine,
  withOption,
  withoutLine,
  withTemplate,
} from "./edit-lines.ts";
import { FreightFields } from "./freight-fields.tsx";
import { LineFields } from "./line-fields.tsx";
import { TextArea, TextInput } from "./text-inputs.tsx";

interface DraftFieldsProps {
  readonly draft: QuoteDraft;
  readonly suggestions: DealForDesk["suggestions"];
  readonly onEdit: (draft: QuoteDraft) => void;
}

/** A plain field for everything that a quote holds. */
export function DraftFields({ draft, suggestions, onEdit }: DraftFieldsProps) {
  const lines = useRef<HTMLOListElement>(null);
  const add = (edited: QuoteDraft) => {
    onEdit(edited);
    // Once the new line is there, its first empty field has the focus.
    requestAnimationFrame(() => {
      const added = [...(lines.current?.lastElementChild?.querySelectorAll<HTMLInputElement>("input") ?? [])];
      added.find(({ value }) => value === "")?.focus();
    });
  };
  return (
    <>
      <ol ref={lines} aria-label="Lines" className="grid gap-3">
        {draft.lines.map((line, index) => (
          <LineFields
            key={line.id}
            line={line}
            number={index + 1}
            onChange={(change) => onEdit(changedLine(draft, line.id, change))}
            onRemove={draft.lines.length > 1 ? () => onEdit(withoutLine(draft, line.id)) : null}
          />
        ))}
      </ol>
      {draft.lines.length < linesMost && <AddLine draft={draft} onAdd={add} />}
      <FreightFields draft={draft} suggestions={suggestions} onEdit={onEdit} />
      <div className="grid gap-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
        <TextInput
          label="Days valid"
          type="number"
          max={validDaysMost}
          value={draft.valid_days === null ? "" : String(draft.valid_days)}
          onChange={(typed) => onEdit({ ...draft, valid_days: readDays(typed) })}
        />
        <TextInput
          label="Fitment: what we promise for this machine"
          maxLength={500}
          value={draft.fitment}
          onChange={(fitment) => onEdit({ ...draft, fitment })}
        />
      </div>
      <TextArea
        label="Your own words, in the mail and on the page"
        most={wordsMost}
        value={draft.words}
        onChange={(words) => onEdit({ ...draft, words })}
      />
    </>
  );
}

function readDays(typed: string): number | null {
  const days = Number(typed);
  return typed !== "" && Number.isInteger(days) && days >= 0 && days <= validDaysMost ? days : null;
}

interface AddLineProps {
  readonly draft: QuoteDraft;
  readonly onAdd: (draft: QuoteDraft) => void;
}

function AddLine({ draft, onAdd }: AddLineProps) {
  const { data: templates = [] } = useQuery(lineTemplates);
  const look = "px-3 text-sm lg:min-h-9";
  return (
    <div role="group" aria-label="Add to the quote" className="flex flex-wrap gap-2">
      <ToolButton className={look} onClick={() => onAdd(withAlternative(draft))}>
        + Alternative
      </ToolButton>
      <ToolButton className={look} onClick={() => onAdd(withOption(draft))}>
        + Option
      </ToolButton>
      <ToolButton className={look} onClick={() => onAdd(withLine(draft))}>
        + Line
      </ToolButton>
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
