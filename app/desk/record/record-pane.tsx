import { ArrowLeft, Mail } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";

import { type OpenRecord, recordOf } from "#app/desk/api/open-record.ts";
import { DealSection } from "#app/desk/deal/deal-section.tsx";
import { SoldLines } from "#app/desk/deal/sold-lines.tsx";
import { StatusSelect } from "#app/desk/record-parts/record-marks.tsx";
import { beginReply, ReplyComposer, replyFormId } from "#app/desk/reply/composer.tsx";
import { SaleSection } from "#app/desk/sale/sale-section.tsx";
import { useIsYard } from "#app/desk/session/user.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { viewSearch } from "#app/desk/state/desk-view.ts";
import { reloadDesk } from "#app/desk/state/use-desk.ts";
import { ToolButton, toolClasses } from "#app/desk/ui/tool.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { messages } from "#domain/messages.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";
import { isToAnswer } from "#domain/record-status.ts";
import { hasSteps } from "#domain/submission.ts";

import { CameBack } from "./came-back.tsx";
import { History, ReceiptProblem } from "./history.tsx";
import { NoteForm } from "./note-form.tsx";
import { OtherAddress } from "./other-address.tsx";
import { RecordFields } from "./record-fields.tsx";
import { DetailHeader } from "./record-header.tsx";
import { RecordTools } from "./record-tools.tsx";
import { RelatedRecords } from "./related-records.tsx";

interface RecordPaneProps {
  /** Called with the reference of the record once its parts are on the page. */
  readonly onShown: (reference: string) => void;
  /** Opens the next record that waits for an answer; false if there is none. */
  readonly onReplied: () => boolean;
  readonly onComplete: () => void;
}

/** The open record, an empty box while it loads, or why it cannot be shown. */
export function RecordPane(props: RecordPaneProps) {
  const { view, state } = useDeskPage();
  const { opened, openProblem } = state;
  if (opened !== null) return <RecordDetail opened={opened} {...props} />;
  return (
    <div className="border-line bg-surface-raised -mx-4 min-h-40 min-w-0 self-start p-4 lg:mx-0 lg:rounded-sm lg:border lg:p-6">
      {openProblem !== null && (
        <>
          <p role="alert" className="text-danger font-semibold wrap-anywhere">
            {openProblem}: <span className="whitespace-nowrap">{view.reference}</span>
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Link
              to={viewSearch({ ...view, reference: null })}
              preventScrollReset
              className={`${toolClasses} px-4`}
            >
              <ArrowLeft aria-hidden className="size-4" /> Back to the list
            </Link>
            {openProblem !== messages.recordMissing && (
              <ToolButton className="px-4" onClick={() => void reloadDesk()}>
                Try again
              </ToolButton>
            )}
          </div>
        </>
      )}
    </div>
  );
}

interface RecordDetailProps extends RecordPaneProps {
  readonly opened: OpenRecord;
}

function RecordDetail({ opened, onShown, onReplied, onComplete }: RecordDetailProps) {
  const { state, viewer, now } = useDeskPage();
  const { submission, record, mails, deal } = opened;
  const quote = recordOf(quoteRequest, opened);
  const vehicle = recordOf(vehicleSubmission, opened);
  const isReplyNext = isReplyTheNextStep(opened);
  const isYard = useIsYard();
  const detail = useRef<HTMLElement>(null);
  const { ref_number: reference } = record;
  // Counts by reference: taking back the reply to one record leaves the composer of another alone.
  const [rewrites, setRewrites] = useState<Readonly<Record<string, number>>>({});
  const showDraft = () => setRewrites((all) => ({ ...all, [reference]: (all[reference] ?? 0) + 1 }));
  const rewrite = (text: string) => {
    beginReply(viewer.user.id, reference, text);
    showDraft();
  };
  const [printsHistory, setPrintsHistory] = useState(true);
  const print = (withHistory: boolean) => {
    flushSync(() => setPrintsHistory(withHistory));
    window.print();
  };
  // A layout effect, so that the focus moves before the next key: `n` must not lose it to the title.
  useLayoutEffect(() => {
    detail.current?.scrollTo({ top: 0 });
    if (window.matchMedia("(width < 64rem)").matches) window.scrollTo({ top: 0 });
    detail.current?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    onShown(reference);
  }, [reference, onShown]);

  return (
    <article
      ref={detail}
      data-paper
      aria-labelledby="detail-reference detail-title"
      className="group/record border-line bg-surface-raised @container/record -mx-4 min-w-0 self-start lg:sticky lg:top-11 lg:mx-0 lg:max-h-[calc(100dvh-3.25rem)] lg:overflow-y-auto lg:rounded-sm lg:border"
    >
      <DetailHeader submission={submission} record={record} onPrint={print} />
      {!isYard && <CameBack record={record} mails={mails} />}
      {!isYard && <OtherAddress reference={reference} mails={opened.messages} />}
      <div className="record-body gap-x-10 gap-y-6 px-4 py-3 lg:px-6 print:block">
        {(quote ?? vehicle) !== null && (
          <div data-area="deal" className="min-w-0">
            {quote !== null && <SoldLines record={quote} deal={deal} />}
            {quote !== null && <DealSection key={reference} record={quote} opened={opened} />}
            {vehicle !== null && <SaleSection key={reference} record={vehicle} opened={opened} />}
          </div>
        )}
        <div data-area="details" className="min-w-0">
          <RecordFields submission={submission} record={record} />
        </div>
        {!isYard && (
          <div data-area="reply" className="grid min-w-0 content-start gap-5 print:hidden">
            <ReplyComposer
              key={`${reference} ${rewrites[reference] ?? 0}`}
              submission={submission}
              record={record}
              isNext={isReplyNext}
              answers={opened.messages.findLast(({ is_open: isOpen }) => isOpen)}
              onSent={onReplied}
              onTakenBack={showDraft}
            />
            <RecordTools
              key={reference}
              submission={submission}
              record={record}
              hasOrder={deal !== null && deal.order !== null}
              onComplete={onComplete}
            />
          </div>
        )}
        <div
          data-area="history"
          className="grid min-w-0 content-start gap-5 print:mt-6 print:block print:space-y-6"
        >
          <section
            aria-labelledby="history-title"
            className={`grid gap-3 ${printsHistory ? "" : "print:hidden"}`}
          >
            <h3 id="history-title" className="text-lg">
              Notes and history
            </h3>
            {!isYard && <NoteForm key={reference} reference={reference} />}
            <ReceiptProblem mails={mails} />
            {state.isOpening && <p className="text-ink-muted text-sm">Loading the history...</p>}
            <History opened={opened} onRewrite={rewrite} />
          </section>
          <div className="contents print:hidden">
            <RelatedRecords opened={opened} />
          </div>
          <p className="text-ink-muted hidden text-sm print:block">
            Printed {formatNzDateTime(now)} by <bdi>{viewer.user.full_name || viewer.user.email}</bdi>
          </p>
        </div>
      </div>
      <PhoneBar isReplyNext={isReplyNext}>
        <StatusSelect key={reference} record={record} />
      </PhoneBar>
    </article>
  );
}

/** Returns whether the reply, not the deal, has the main button. A seller's mail has no step of its own. */
function isReplyTheNextStep({ submission, record, sale }: OpenRecord): boolean {
  if (!isToAnswer(record)) return false;
  return hasSteps(submission) ? record.next_step === "answer" && sale?.next === null : true;
}

/** The composer's own button is hidden on a phone, where it would be out of reach of a thumb. */
function openReply(): void {
  const part = document.querySelector<HTMLElement>('[data-part="reply"]');
  part?.scrollIntoView({ block: "center" });
  if (part instanceof HTMLButtonElement) part.click();
  else part?.focus();
}

/** Leaves only the icon if the text is twice as large. */
const wideLabel = "@max-3xs/record:sr-only";

interface PhoneBarProps {
  readonly isReplyNext: boolean;
  readonly children: ReactNode;
}

/** Back, status and reply at the bottom edge of a phone, within reach of a thumb. */
function PhoneBar({ isReplyNext, children }: PhoneBarProps) {
  const { view } = useDeskPage();
  const isYard = useIsYard();
  return (
    <div className="border-line-strong bg-surface-raised sticky bottom-0 z-10 flex items-stretch gap-2 border-t-2 px-4 py-2 lg:hidden print:hidden">
      <Link
        to={viewSearch({ ...view, reference: null })}
        preventScrollReset
        className={`${toolClasses} min-h-12 shrink-0 px-3 @max-3xs/record:px-1`}
      >
        <ArrowLeft aria-hidden className="size-4" /> <span className={wideLabel}>List</span>
      </Link>
      <div className="min-w-0 grow">{children}</div>
      {!isYard && (
        <>
          <Button
            look={isReplyNext ? "action" : "outline"}
            className="shrink-0 px-4! group-has-[#reply-form]/record:hidden @max-3xs/record:px-2!"
            onClick={openReply}
          >
            <Mail aria-hidden className="size-5" /> <span className={wideLabel}>Reply</span>
          </Button>
          <Button
            type="submit"
            form={replyFormId}
            look="action"
            className="hidden! shrink-0 px-4! group-has-[#reply-form]/record:inline-flex! @max-3xs/record:px-2!"
          >
            Send<span className={wideLabel}> reply</span>
          </Button>
        </>
      )}
    </div>
  );
}
