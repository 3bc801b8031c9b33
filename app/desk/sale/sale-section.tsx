import type { SectionProps } from "#app/desk/deal/deal-call.ts";
import { DealFrame } from "#app/desk/deal/deal-frame.tsx";
import { DealMails, MessageBox, VersionList } from "#app/desk/deal/deal-history.tsx";
import { DealLink } from "#app/desk/deal/deal-link.tsx";
import { VehiclePhotoForm } from "#app/desk/deal/photo-request.tsx";
import { toldRow, type ToolRow, versionRows } from "#app/desk/deal/tool-rows.ts";
import { useOpenForm } from "#app/desk/deal/use-open-form.ts";
import { PhotoGrid } from "#app/desk/photo/photo-grid.tsx";
import { useIsYard } from "#app/desk/session/user.ts";
import { formatCents } from "#domain/deals/money.ts";
import type { SaleAction } from "#domain/deals/sale-states.ts";
import type { SaleForDesk } from "#domain/deals/sale-wire.ts";

import { OfferForm } from "./offer-form.tsx";
import { CancelPickUpForm, MissedForm, PickedUpForm } from "./pick-up-forms.tsx";
import { PickUpSummary, PurchaseSummary } from "./pick-up-summary.tsx";
import { PurchaseForm } from "./purchase-form.tsx";
import { counterOf, labelOf, type SaleProps, type VehicleRecord } from "./sale-tools.ts";

/** Their keys are those of what is alike about a quote. */
const rows: Readonly<Partial<Record<SaleAction, ToolRow<SaleProps>>>> = {
  ...versionRows("offer"),
  photos: { key: "photos", Form: VehiclePhotoForm },
  offer: { key: "quote", Form: OfferForm },
  pick_up: { key: "parcel", Form: PickedUpForm },
  missed: { Form: MissedForm },
  cancel: { Form: CancelPickUpForm },
  purchase: { key: "payment", Form: PurchaseForm },
  told: toldRow,
};

/** The machine that somebody offers us: our offers, its pick-up and its purchase. */
export function SaleSection({ record, opened: { sale, mails } }: SectionProps<VehicleRecord>) {
  const form = useOpenForm<SaleAction>();
  const isYard = useIsYard();
  if (sale === null) return <section className="min-h-20" />;
  const { photos, purchase } = sale;
  return (
    <DealFrame
      kind="offer"
      record={record}
      deal={sale}
      photos={photos}
      tools={sale}
      rows={rows}
      labelOf={(action) => labelOf(action, sale)}
      form={form}
      said={<LastWords sale={sale} />}
    >
      <VersionList
        kind="offer"
        versions={sale.versions}
        amountOf={({ amount_cents: cents }) => (isYard && !Number.isInteger(cents) ? "" : formatCents(cents))}
      />
      <PickUpSummary sale={sale} />
      <PurchaseSummary record={record} deal={sale} />
      {!isYard && <DealMails kind="offer" mails={mails} />}
      <PhotoGrid
        photos={purchase === null ? photos : { ...photos, wanted: null }}
        onAgain={(wanted) => form.open("photos", wanted)}
      />
      {!isYard && <DealLink kind="offer" record={record} link={sale.link} />}
    </DealFrame>
  );
}

/** What the seller said that we have not answered with an offer. */
function LastWords({ sale }: { readonly sale: SaleForDesk }) {
  const said = counterOf(sale) ?? sale.messages.findLast(({ kind }) => kind === "decline");
  return said === undefined ? null : <MessageBox message={said} />;
}
