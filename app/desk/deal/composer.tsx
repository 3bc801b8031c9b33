import { useQuery } from "@tanstack/react-query";
import { type MouseEvent, useEffect, useId, useRef, useState } from "react";

import { deskClient } from "#app/desk/state/desk-queries.ts";
import { scrollInPane } from "#app/desk/ui/scroll-in-pane.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import type { QuoteDraft } from "#domain/deals/quote.ts";
import { requestedParts } from "#domain/deals/requested.ts";
import { readShorthand, withShorthand } from "#domain/deals/shorthand.ts";
import { deskMessages } from "#domain/desk-wire.ts";
import type { FittingPart } from "#domain/stock/stock-calls.ts";

import type { DealProps } from "./deal-call.ts";
import { useClosing } from "./deal-form.tsx";
import { freightPrices } from "./desk-setting-queries.ts";
import { DraftFields } from "./draft-fields.tsx";
import { DraftSummary, PriceMemoryList } from "./draft-summary.tsx";
import { withPhotosOf, withStockPart } from "./edit-draft.ts";
import { LineMachines } from "./line-machines.tsx";
import { type DraftState, isSameButPhotos } from "./quote-draft.ts";
import { PreviewFrames, useQuoteSending } from "./quote-sending.tsx";
import { StockList, stockQuery } from "./stock-list.tsx";
import type { ToolFormProps } from "./tool-rows.ts";
import { useDraftKeeper } from "./use-draft-keeper.ts";

/** Prices a request. Ctrl+Enter shows what the customer gets, Ctrl+Enter again sends it, Esc keeps the draft. */
export function QuoteComposer(props: DealProps & ToolFormProps) {
  const { record, deal } = props;
  const [keeper, state] = useDraftKeeper(props);
  const { draft, status } = state;
  const { data: table = null } = useQuery(freightPrices);
  const choose = (part: FittingPart) => keeper.edit(withStockPart(keeper.state().draft, part, table));
  const chooseFirst = async () => {
    // The key may come before the lists.
    const [parts, prices] = await Promise.all([
      deskClient.query(stockQuery(record.ref_number)),
      deskClient.query(freightPrices),
    ]);
    if (parts[0] !== undefined) keeper.edit(withStockPart(keeper.state().draft, parts[0], prices));
    return parts.length > 0;
  };
  const shorthand = useShorthand(draft, props.early, (edited) => keeper.edit(edited), chooseFirst);
  const form = useRef<HTMLFormElement>(null);
  const close = useClosing(form, props.onClose);
  const sending = useQuoteSending({ ...props, onClose: close }, keeper, shorthand.problem);
  const alert = useRef<HTMLParagraphElement>(null);
  const parts = requestedParts(record);
  const [isByLine] = useState(props.early === "" && isUnpricedList(draft));
  useEffect(() => {
    // The field above the lines prices the first one only.
    if (isByLine) form.current?.querySelector<HTMLInputElement>("li input[inputmode=decimal]")?.focus();
  }, [isByLine]);
  useEffect(() => {
    if (sending.problem !== null) scrollInPane(alert.current);
  }, [sending.problem]);

  const preview = sending.preview?.draft === draft ? sending.preview.content : null;
  return (
    <form ref={form} aria-label="Quote" data-wide className="grid gap-4" onSubmit={sending.submit}>
      <div className="grid gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,1fr)_15rem] 2xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid min-w-0 content-start gap-4">
          <ShorthandField text={shorthand.text} problem={shorthand.problem} onType={shorthand.type} />
          <DraftFields
            draft={draft}
            suggestions={deal.suggestions}
            onEdit={(edited) => keeper.edit(edited)}
            photos={{ reference: record.ref_number, onSave: sending.save }}
          />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <DraftSummary draft={draft} />
          {draft.lines.some(({ machine_number: number }) => number !== undefined) && (
            <LineMachines draft={draft} record={record} />
          )}
          <StockList reference={record.ref_number} onChoose={choose} />
          {parts.map((part, index) => (
            <PriceMemoryList
              key={index}
              part={part}
              make={record.make}
              model={record.model}
              isNamed={parts.length > 1}
            />
          ))}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" look="action" aria-disabled={sending.isBusy} onClick={ignoreDoubleClick}>
          {preview === null ? "Preview" : "Send the quote"}
        </Button>
        <span aria-hidden className="text-ink-muted text-sm max-lg:hidden pointer-coarse:hidden">
          Ctrl+Enter
        </span>
        <Button look="quiet" onClick={close}>
          Close, keep the draft
        </Button>
        <span aria-hidden className="text-ink-muted text-sm max-lg:hidden pointer-coarse:hidden">
          Esc
        </span>
        <p role="status" className="text-ink-muted ml-auto text-sm">
          {savedTexts[status]}
        </p>
      </div>
      {/* Below the buttons: pressing one saves the draft, and what that says must not move it. */}
      <p ref={alert} role="alert" className="text-danger font-semibold empty:hidden max-lg:scroll-mb-24">
        {sending.problem ?? problemText(state)}
      </p>
      {preview !== null && <PreviewFrames preview={preview} />}
    </form>
  );
}

function isUnpricedList({ lines }: QuoteDraft): boolean {
  return lines.length > 1 && lines.every(({ unit_cents: unit }) => unit === null);
}

function problemText({ status, problem }: DraftState): string | null {
  if (status === "conflict") return deskMessages.savedFirst;
  return status === "unsaved" ? problem : null;
}

/** The rest of a double click must not send what only the first click has shown. */
function ignoreDoubleClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

const savedTexts = {
  saved: "Draft saved",
  unsaved: "Not saved yet",
  saving: "Saving...",
  conflict: "",
} as const;

const shorthandHint = "185 b +15 5d";

interface ShorthandFieldProps {
  readonly text: string;
  readonly problem: string | null;
  readonly onType: (text: string) => void;
}

/** One field for a routine quote: price, grade, freight and days valid, in any order. It has the focus. */
export function ShorthandField({ text, problem, onType }: ShorthandFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        Price, grade, freight, days
      </label>
      <input
        ref={input}
        id={id}
        data-part="quote"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        placeholder={shorthandHint}
        aria-describedby={`${id}-hint`}
        aria-invalid={problem !== null || undefined}
        className={`${controlClasses} max-w-80 font-mono text-lg`}
        value={text}
        onChange={({ target }) => onType(target.value)}
      />
      <p
        id={`${id}-hint`}
        className={`text-sm ${problem === null ? "text-ink-muted" : "text-danger font-semibold"}`}
      >
        {problem ??
          "In any order: 185 is the price, b the grade, +15 the freight or pickup, 5d the days it is valid, m214 the machine it comes off. Or s for the first part in stock."}
      </p>
    </div>
  );
}

/** Typed alone, it puts the first part in stock into the quote. */
const stockKey = "s";

/** Typed words change the draft as it was before them; any other change of the draft ends them, but photos that come. */
function useShorthand(
  draft: QuoteDraft,
  early: string,
  onEdit: (draft: QuoteDraft) => void,
  chooseFirst: () => Promise<boolean>,
) {
  const [typed, setTyped] = useState({ text: "", base: draft, result: draft, isMissing: false });
  const isAsTyped = typed.result === draft || isSameButPhotos(typed.result, draft);
  const text = isAsTyped ? typed.text : "";
  const type = (next: string) => {
    const base = text === "" ? draft : withPhotosOf(typed.base, draft);
    const read = readShorthand(next);
    const result = read === null ? draft : withShorthand(base, read);
    setTyped({ text: next, base, result, isMissing: false });
    if (next.trim().toLowerCase() === stockKey)
      chooseFirst().then(
        (isChosen) =>
          setTyped((now) =>
            isChosen
              ? { text: "", base, result, isMissing: false }
              : { ...now, isMissing: now.text === next },
          ),
        () => {}, // It says that it is not understood.
      );
    if (read !== null) onEdit(result);
  };
  const start = useRef(early);
  useEffect(() => {
    if (start.current !== "") type(start.current);
    start.current = "";
  });
  const unread = typed.isMissing
    ? "Nothing in stock fits."
    : `Not understood. Write it like ${shorthandHint}.`;
  return { text, problem: readShorthand(text) === null ? unread : null, type };
}
