import { type ReactNode, useState } from "react";

import { PhotoGrid } from "#app/desk/photo/photo-grid.tsx";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { focusPart } from "#app/desk/ui/commands.tsx";
import { dealCalls } from "#domain/deals/deal-calls.ts";
import type { DealForDesk, DealTool, DealTools } from "#domain/deals/deal-wire.ts";
import type { Photos } from "#domain/deals/sale-wire.ts";
import type { RecordMail } from "#domain/desk.ts";

import { ApproveForm } from "./approve-form.tsx";
import { QuoteComposer, type QuoteComposerProps, ShorthandField } from "./composer.tsx";
import { type DealProps, type QuoteRecord, useDealCall } from "./deal-call.ts";
import { AnswerForm, CancelOrderForm, DeclineForm, ParcelForm, PaymentForm } from "./deal-forms.tsx";
import { DealMails, OpenMessage, VersionList } from "./deal-history.tsx";
import { DealLink } from "./deal-link.tsx";
import { acts, newestVersion, toolLabel } from "./deal-tools.ts";
import { OrderSummary } from "./order-summary.tsx";
import { PhotoRequestForm } from "./photo-request.tsx";
import { RefundForm, ReturnForm } from "./return-forms.tsx";
import { ReturnList } from "./return-list.tsx";
import { ToolButtons } from "./tool-buttons.tsx";
import { useOpenForm } from "./use-open-form.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

interface ToolProps extends QuoteComposerProps {
  readonly photos: Photos;
  /** The one photo to ask for, if it is one. */
  readonly shot: string | null;
}

const forms: Readonly<Partial<Record<DealTool, (props: ToolProps) => ReactNode>>> = {
  quote: QuoteComposer,
  answer: AnswerForm,
  approve: ApproveForm,
  decline: DeclineForm,
  payment: PaymentForm,
  parcel: ParcelForm,
  cancel: CancelOrderForm,
  return: ReturnForm,
  refund: RefundForm,
  photos: PhotoRequestForm,
};

interface DealSectionProps {
  readonly record: QuoteRecord;
  /** Null until it is loaded. */
  readonly deal: DealForDesk | null;
  /** Mails to the customer. */
  readonly mails: readonly RecordMail[];
  readonly photos: Photos;
}

/** Everything about the quote and the order of the open request, with one obvious next step. */
export function DealSection({ record, deal, mails, photos }: DealSectionProps) {
  const { now } = useDeskPage();
  const call = useDealCall(record);
  const action = useAction();
  const { tool: shown, shot, open, close } = useOpenForm<DealTool>();
  const [early, setEarly] = useState("");
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const use = (tool: DealTool) => {
    const act = forms[tool] === undefined ? acts[tool] : undefined;
    if (tool === "withdraw") setIsWithdrawing(true);
    else if (act === undefined || deal === null) {
      open(tool);
      setEarly("");
    } else {
      focusPart("title"); // The button goes with the step.
      void action.run(() => act(call, { record, deal }, now));
    }
  };
  const newest = deal && newestVersion(deal);
  // While the deal is on its way, a quote can be begun.
  const { next, others }: DealTools = deal ?? { next: "quote", others: [] };
  const Form = shown === null ? undefined : forms[shown];
  // On one line while there is nothing to show: the fields of a new request fit on the screen with it.
  const isBare =
    shown === null &&
    photos.list.length === 0 &&
    photos.wanted === null &&
    (deal === null || (deal.versions.length === 0 && deal.draft === null));
  const layout = isBare ? "flex flex-wrap items-center gap-x-4 gap-y-2" : "grid gap-3";
  return (
    <section aria-labelledby="deal-title" className={`${layout} print:hidden`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="deal-title" className="text-lg">
          Quote and order
        </h3>
        {deal !== null && !isBare && <p className="text-ink-muted text-sm">Customer’s page: {deal.stage}</p>}
      </div>
      <ToolButtons
        next={next}
        others={others}
        labelOf={(tool) => toolLabel(tool, deal)}
        keys={toolKeys}
        open={shown}
        action={action}
        onUse={use}
      />
      {deal === null ? (
        // Takes what is typed while the deal is on its way.
        shown === "quote" && <ShorthandField text={early} isUnderstood onType={setEarly} />
      ) : (
        <>
          <OpenMessage deal={deal} />
          <ReturnList deal={deal} />
          {Form !== undefined && (
            <Form key={shot} {...{ record, deal, early, photos, shot }} onClose={close} />
          )}
          <VersionList deal={deal} />
          <OrderSummary record={record} deal={deal} />
          <DealMails label="Mails about the quote and the order" mails={mails} />
          {deal.versions.length > 0 && <CustomerLink record={record} deal={deal} />}
          <PhotoGrid photos={photos} onAgain={(wanted) => open("photos", wanted)} />
          {isWithdrawing && newest !== null && (
            <WithdrawDialog
              record={record}
              what="quote"
              number={newest.number}
              send={dealCalls.withdraw}
              onClose={() => setIsWithdrawing(false)}
            >
              The customer can no longer approve it. Their page says that it was withdrawn.
            </WithdrawDialog>
          )}
        </>
      )}
    </section>
  );
}

function CustomerLink({ record, deal }: DealProps) {
  return (
    <DealLink
      record={record}
      link={deal.link}
      whose="customer"
      renewed="Copy the new one, or extend the quote: that mail has it."
    >
      {deal.is_link_unsent && (
        <p className="text-warn font-semibold">
          No mail has this link yet: {deal.next === "extend" && "extend the quote, or "}
          copy the link into a reply.
        </p>
      )}
    </DealLink>
  );
}

const toolKeys = {
  quote: "quote",
  answer: "reply",
  approve: "approve",
  extend: "extend",
  payment: "payment",
  parcel: "parcel",
  photos: "photos",
} as const;
