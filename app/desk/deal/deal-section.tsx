import { PhotoGrid } from "#app/desk/photo/photo-grid.tsx";
import { useIsYard } from "#app/desk/session/user.ts";
import type { DealTool, ShownVersion } from "#domain/deals/deal-wire.ts";
import type { QuoteVersion } from "#domain/deals/deal.ts";
import { formatCents } from "#domain/deals/money.ts";
import { hasAlternatives } from "#domain/deals/quote.ts";

import { ApproveForm } from "./approve-form.tsx";
import { QuoteComposer, ShorthandField } from "./composer.tsx";
import type { DealProps, QuoteRecord, SectionProps } from "./deal-call.ts";
import {
  AnswerForm,
  CancelOrderForm,
  DeclineForm,
  LaterDayForm,
  ParcelForm,
  PaymentForm,
} from "./deal-forms.tsx";
import { DealFrame } from "./deal-frame.tsx";
import { DealMails, OpenMessage, VersionList } from "./deal-history.tsx";
import { DealLink } from "./deal-link.tsx";
import { isToPay, orderRows, toolLabel } from "./deal-tools.ts";
import { OrderSummary } from "./order-summary.tsx";
import { PhotoRequestForm } from "./photo-request.tsx";
import { AskReturnForm, RefundForm, ReturnForm } from "./return-forms.tsx";
import { ReturnList } from "./return-list.tsx";
import { toldRow, type ToolRow, versionRows } from "./tool-rows.ts";
import { useOpenForm } from "./use-open-form.ts";

const rows: Readonly<Partial<Record<DealTool, ToolRow<DealProps>>>> = {
  ...orderRows,
  ...versionRows("quote"),
  quote: { key: "quote", Form: QuoteComposer },
  answer: { key: "reply", Form: AnswerForm },
  approve: { key: "approve", Form: ApproveForm },
  decline: { Form: DeclineForm },
  payment: { key: "payment", Form: PaymentForm },
  parcel: { key: "parcel", Form: ParcelForm },
  cancel: { Form: CancelOrderForm },
  return: { Form: ReturnForm },
  ask_return: { Form: AskReturnForm },
  refund: { Form: RefundForm },
  photos: { key: "photos", Form: PhotoRequestForm },
  told: toldRow,
};

const unpaidRows = { ...rows, extend: { key: "extend", Form: LaterDayForm } } as const;

/** The quote and the order of the open request. While they are on their way, a quote can be begun. */
export function DealSection({ record, opened: { deal, mails, photos } }: SectionProps<QuoteRecord>) {
  const form = useOpenForm<DealTool>();
  const isYard = useIsYard();
  const hasPhotos = photos.list.length > 0 || photos.wanted !== null;
  const isBegun = deal !== null && (deal.versions.length > 0 || deal.draft !== null);
  return (
    <DealFrame
      kind="quote"
      record={record}
      deal={deal}
      photos={photos}
      tools={deal ?? { next: isYard ? null : "quote", others: [] }}
      rows={isToPay(deal) ? unpaidRows : rows}
      labelOf={(tool) => toolLabel(tool, deal)}
      form={form}
      isBare={form.tool === null && !hasPhotos && !isBegun}
      said={
        deal === null ? (
          form.tool === "quote" && <ShorthandField text={form.early} problem={null} onType={form.type} />
        ) : (
          <>
            <OpenMessage deal={deal} />
            <ReturnList deal={deal} />
          </>
        )
      }
    >
      {deal !== null && (
        <>
          <VersionList kind="quote" versions={deal.versions} amountOf={versionTotal} />
          {!isYard && <OrderSummary record={record} deal={deal} />}
          {!isYard && <DealMails kind="quote" mails={mails} />}
          {!isYard && deal.versions.length > 0 && (
            <DealLink kind="quote" record={record} link={deal.link}>
              {deal.is_link_unsent && (
                <p className="text-warn font-semibold">
                  No mail has this link yet: {deal.next === "extend" && "extend the quote, or "}
                  copy the link into a reply.
                </p>
              )}
            </DealLink>
          )}
          <PhotoGrid photos={photos} onAgain={(wanted) => form.open("photos", wanted)} />
        </>
      )}
    </DealFrame>
  );
}

/** "$235.75", or "from $235.75" if the customer chooses. */
function versionTotal({ content, total_cents: total }: ShownVersion<QuoteVersion>): string {
  return hasAlternatives(content) ? `from ${formatCents(total)}` : formatCents(total);
}
