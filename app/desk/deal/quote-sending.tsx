import { useEffect, useRef, useState } from "react";

import { CallProblem, deskCall, undoableCall } from "#app/desk/api/desk-call.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { scrollInPane } from "#app/desk/ui/scroll-in-pane.ts";
import { dealCalls } from "#domain/deals/deal-calls.ts";
import type { Preview } from "#domain/deals/deal-wire.ts";
import { doubtInDraft, missingInDraft } from "#domain/deals/draft-checks.ts";
import type { QuoteDraft } from "#domain/deals/quote.ts";

import { useDealCall } from "./deal-call.ts";
import type { DealFormProps } from "./deal-form.tsx";
import type { DraftKeeper } from "./quote-draft.ts";
import { sentToast } from "./tool-rows.ts";

interface PreviewedQuote {
  readonly draft: QuoteDraft;
  readonly content: Preview;
}

/**
 * The first submit asks about what is in doubt, the next one previews the draft, the last one sends it if it is still the same.
 * `unread` says why nothing of that can be.
 */
export function useQuoteSending(
  { record, deal, onClose }: DealFormProps,
  keeper: DraftKeeper,
  unread: string | null,
) {
  const call = useDealCall(record, "quote");
  const { ref_number: reference } = record;
  const [preview, setPreview] = useState<PreviewedQuote | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const { isBusy, problem, onSubmit } = useAction();

  const save = () => {
    if (deal.draft === null && keeper.state().status === "saved") keeper.edit(keeper.state().draft);
    return keeper.flush();
  };
  const submit = onSubmit(async () => {
    const { draft } = keeper.state();
    const refusal = unread ?? missingInDraft(draft);
    if (refusal !== null) throw new CallProblem(refusal);
    if (!(await save())) return;
    const doubt = doubtInDraft(draft);
    setAsked(doubt);
    if (doubt !== null && doubt !== asked) throw new CallProblem(doubt);
    if (preview?.draft !== draft)
      return setPreview({ draft, content: await deskCall(dealCalls.preview, { ref: reference }) });
    const { version } = keeper;
    await call("sent", { draft, version }, async (_, key) =>
      sentToast("quote", reference, await undoableCall(dealCalls.send, { ref: reference }, { version, key })),
    );
    onClose();
  });
  return { preview, problem: problem?.message ?? null, isBusy, submit, save };
}

/** The mail and the page as the customer gets them. Nothing in them runs, and no link leads anywhere. */
export function PreviewFrames({ preview }: { readonly preview: Preview }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => scrollInPane(place.current), []);
  return (
    <div ref={place} className="grid gap-4 2xl:grid-cols-2">
      <section aria-label="The mail" className="grid min-w-0 content-start gap-1">
        <h4 className="font-semibold">The mail</h4>
        <p className="text-ink-muted text-sm wrap-anywhere">{preview.subject}</p>
        <Frame title="The mail" html={preview.html} />
      </section>
      {preview.page !== "" && (
        <section aria-label="The page" className="grid min-w-0 content-start gap-1">
          <h4 className="font-semibold">The page</h4>
          <p className="text-ink-muted text-sm">As it is once the mail has left.</p>
          <Frame title="The page" html={preview.page} />
        </section>
      )}
    </div>
  );
}

function Frame({ title, html }: { readonly title: string; readonly html: string }) {
  return (
    <iframe
      title={title}
      sandbox="allow-same-origin"
      srcDoc={html.replaceAll(scripts, "").replaceAll(styles, "").replaceAll(' style="', ` ${keptStyle}="`)}
      onLoad={({ currentTarget: { contentDocument: page } }) => {
        if (page === null) return;
        applyStyles(page, html);
        page.body.inert = true;
      }}
      className="border-line-strong h-[28rem] w-full rounded-sm border bg-white"
    />
  );
}

const scripts = /<script\b.*?<\/script>/gs;
const styles = /<style\b[^>]*>(.*?)<\/style>/gs;
const keptStyle = "data-kept-style";

/** The desk's content policy allows no inline styles, in frames neither: they are taken out, and set by script. */
function applyStyles(page: Document, html: string): void {
  const Sheet = page.defaultView?.CSSStyleSheet;
  if (Sheet === undefined) return;
  page.adoptedStyleSheets = [...html.matchAll(styles)].map(([, text = ""]) => {
    const sheet = new Sheet();
    sheet.replaceSync(text);
    return sheet;
  });
  for (const element of page.querySelectorAll<HTMLElement>(`[${keptStyle}]`)) {
    element.style.cssText = element.getAttribute(keptStyle) ?? "";
  }
}
