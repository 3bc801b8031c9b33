import { type MouseEvent, useEffect, useRef, useState } from "react";

import { previewQuote, type QuotePreview, sendQuote, undoQuote } from "#app/desk/api/deals.ts";
import { CallProblem } from "#app/desk/api/desk-call.ts";
import { deskItem } from "#app/desk/session/session-end.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { announceCall, mailToast } from "#app/desk/state/notices.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { draftAt, newKey } from "#app/shared/forms/draft.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { doubtInDraft, missingInDraft, type QuoteDraft } from "#domain/deals/quote.ts";
import { readShorthand, withShorthand } from "#domain/deals/shorthand.ts";
import { deskMessages } from "#domain/desk-wire.ts";

import { DraftFields } from "./draft-fields.tsx";
import { DraftSummary } from "./draft-summary.tsx";
import { PriceMemoryList } from "./price-memory.tsx";
import type { DraftKeeper, DraftState } from "./quote-draft.ts";
import { PreviewFrames } from "./quote-preview.tsx";
import { ShorthandField, shorthandHint } from "./shorthand-field.tsx";
import { useClosing } from "./use-closing.ts";
import type { DealProps } from "./use-deal-call.ts";
import { useDraftKeeper } from "./use-draft-keeper.ts";

interface QuoteComposerProps extends DealProps {
  /** What was typed while the deal was loading. */
  readonly early: string;
  readonly onClose: () => void;
}

/** Prices a request. Ctrl+Enter shows what the customer gets, Ctrl+Enter again sends it, Esc keeps the draft. */
export function QuoteComposer(props: QuoteComposerProps) {
  const { record, deal } = props;
  const [keeper, state] = useDraftKeeper(props);
  const { draft, status } = state;
  const shorthand = useShorthand(draft, props.early, (edited) => keeper.edit(edited));
  const form = useRef<HTMLFormElement>(null);
  const close = useClosing(form, props.onClose);
  const sending = useQuoteSending({ ...props, onClose: close }, keeper, shorthand.isUnderstood);
  const field = useRef<HTMLInputElement>(null);
  const alert = useRef<HTMLParagraphElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (sending.problem !== null) alert.current?.scrollIntoView({ block: "nearest" });
  }, [sending.problem]);

  const preview = sending.preview?.draft === draft ? sending.preview.content : null;
  return (
    <form ref={form} aria-label="Quote" data-wide className="grid gap-4" onSubmit={sending.submit}>
      <div className="grid gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,1fr)_15rem] 2xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid min-w-0 content-start gap-4">
          <ShorthandField
            input={field}
            text={shorthand.text}
            isUnderstood={shorthand.isUnderstood}
            onType={shorthand.type}
          />
          <DraftFields
            draft={draft}
            suggestions={deal.suggestions}
            onEdit={(edited) => keeper.edit(edited)}
          />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <DraftSummary draft={draft} />
          <PriceMemoryList record={record} />
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

/** Typed words change the draft as it was before them; any other change of the draft ends them. */
function useShorthand(draft: QuoteDraft, early: string, onEdit: (draft: QuoteDraft) => void) {
  const [typed, setTyped] = useState({ text: "", base: draft, result: draft });
  const text = typed.result === draft ? typed.text : "";
  const type = (next: string) => {
    const base = text === "" ? draft : typed.base;
    const read = readShorthand(next);
    const result = read === null ? draft : withShorthand(base, read);
    setTyped({ text: next, base, result });
    if (read !== null) onEdit(result);
  };
  const start = useRef(early);
  useEffect(() => {
    if (start.current !== "") type(start.current);
    start.current = "";
  });
  return { text, isUnderstood: readShorthand(text) !== null, type };
}

interface Previewed {
  readonly draft: QuoteDraft;
  readonly content: QuotePreview;
}

/** The first submit asks about what is in doubt, the next one previews the draft, the last one sends it if it is still the same. */
function useQuoteSending(
  { record, deal, onClose }: QuoteComposerProps,
  keeper: DraftKeeper,
  isUnderstood: boolean,
) {
  const { viewer } = useDeskPage();
  const { ref_number: reference } = record;
  const [preview, setPreview] = useState<Previewed | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const { isBusy, problem, onSubmit } = useAction();

  const save = () => {
    if (deal.draft === null && keeper.state().status === "saved") keeper.edit(keeper.state().draft);
    return keeper.flush();
  };
  const send = async (draft: QuoteDraft) => {
    const store = draftAt(deskItem(viewer.user.id, `send-${reference}`));
    const key = newKey(store, JSON.stringify([draft, keeper.version]));
    const sent = sendQuote(reference, keeper.version, key).then(({ number, undo_ms: undoMs }) => {
      const takeBack = () => undoQuote({ ref: reference, number });
      return mailToast(`Quote ${number} for ${reference}`, undoMs, takeBack);
    });
    await announceCall(sent);
    store.clear();
    onClose();
  };
  const submit = onSubmit(async () => {
    const { draft } = keeper.state();
    const refusal = isUnderstood ? missingInDraft(draft) : `Not understood. Write it like ${shorthandHint}`;
    if (refusal !== null) throw new CallProblem(refusal);
    if (!(await save())) return;
    const doubt = doubtInDraft(draft);
    setAsked(doubt);
    if (doubt !== null && doubt !== asked) throw new CallProblem(doubt);
    if (preview?.draft === draft) await send(draft);
    else setPreview({ draft, content: await previewQuote(reference) });
  });
  return { preview, problem: problem?.message ?? null, isBusy, submit };
}
