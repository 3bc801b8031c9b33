import { type ReactNode, useState } from "react";

import { useDealCall } from "#app/desk/deal/deal-call.ts";
import { DealMails, MessageBox, VersionLines } from "#app/desk/deal/deal-history.tsx";
import { DealLink } from "#app/desk/deal/deal-link.tsx";
import { VehiclePhotoForm } from "#app/desk/deal/photo-request.tsx";
import { ToolButtons } from "#app/desk/deal/tool-buttons.tsx";
import { useOpenForm } from "#app/desk/deal/use-open-form.ts";
import { WithdrawDialog } from "#app/desk/deal/withdraw-dialog.tsx";
import { PhotoGrid } from "#app/desk/photo/photo-grid.tsx";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { focusPart } from "#app/desk/ui/commands.tsx";
import { extendedDays } from "#domain/deals/deadlines.ts";
import { formatCents } from "#domain/deals/money.ts";
import { saleCalls } from "#domain/deals/sale-calls.ts";
import { offerStates, type SaleAction } from "#domain/deals/sale-states.ts";
import type { Photos, Sale } from "#domain/deals/sale-wire.ts";
import type { RecordMail } from "#domain/desk.ts";

import { OfferForm } from "./offer-form.tsx";
import { CancelPickUpForm, MissedForm, PickedUpForm } from "./pick-up-forms.tsx";
import { PickUpSummary, PurchaseSummary } from "./pick-up-summary.tsx";
import { PurchaseForm } from "./purchase-form.tsx";
import {
  counterOf,
  extendAndSay,
  labelOf,
  newestOffer,
  saleKeys,
  type SaleFormProps,
  type VehicleRecord,
} from "./sale-tools.ts";

interface SaleToolProps extends SaleFormProps {
  readonly photos: Photos;
  /** The photo to ask for once more. */
  readonly shot: string | null;
}

const forms: Readonly<Partial<Record<SaleAction, (props: SaleToolProps) => ReactNode>>> = {
  photos: VehiclePhotoForm,
  offer: OfferForm,
  pick_up: PickedUpForm,
  missed: MissedForm,
  cancel: CancelPickUpForm,
  purchase: PurchaseForm,
};

interface SaleSectionProps {
  readonly record: VehicleRecord;
  /** Null until it is loaded. */
  readonly sale: Sale | null;
  /** Mails to the seller. */
  readonly mails: readonly RecordMail[];
}

/** Everything about the machine that somebody offers us, with one obvious next step. */
export function SaleSection({ record, sale, mails }: SaleSectionProps) {
  const { now } = useDeskPage();
  const call = useDealCall(record);
  const action = useAction();
  const { tool, shot, open, close } = useOpenForm<SaleAction>();
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  if (sale === null) return <section className="min-h-20" />;
  const newest = newestOffer(sale);
  const { photos } = sale;
  const use = (chosen: SaleAction) => {
    if (chosen === "withdraw") return setIsWithdrawing(true);
    if ((chosen !== "extend" && chosen !== "again") || newest === null) return open(chosen);
    focusPart("title"); // The button may go with the step.
    if (chosen === "again") {
      const body = { ref: record.ref_number, number: newest.number };
      return void action.run(() => call(`offer ${newest.number} is sent again`, body, saleCalls.offerResend));
    }
    const body = { ref: record.ref_number, valid_days: extendedDays(newest.valid_until, now) };
    void action.run(() => call("extended", body, extendAndSay));
  };
  const Form = tool === null ? undefined : forms[tool];
  return (
    <section aria-labelledby="deal-title" className="grid gap-3 print:hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="deal-title" className="text-lg">
          Offer and pick-up
        </h3>
        <p className="text-ink-muted text-sm">Seller’s page: {sale.stage}</p>
      </div>
      <ToolButtons
        next={sale.next}
        others={sale.others}
        labelOf={(action) => labelOf(action, sale)}
        keys={saleKeys}
        open={tool}
        action={action}
        onUse={use}
      />
      <LastWords sale={sale} />
      {Form !== undefined && <Form key={shot} {...{ record, sale, photos, shot }} onClose={close} />}
      <OfferList sale={sale} />
      <PickUpSummary sale={sale} />
      <PurchaseSummary record={record} sale={sale} />
      <DealMails label="Mails about the offer" mails={mails.filter(({ kind }) => kind !== "offer")} />
      <PhotoGrid
        photos={sale.purchase === null ? photos : { ...photos, wanted: null }}
        onAgain={(wanted) => open("photos", wanted)}
      />
      <DealLink
        record={record}
        link={sale.link}
        whose="seller"
        renewed="Copy the new one, or ask for photos or send an offer: those mails have it."
      />
      {isWithdrawing && newest !== null && (
        <WithdrawDialog
          record={record}
          what="offer"
          number={newest.number}
          send={saleCalls.offerWithdraw}
          onClose={() => setIsWithdrawing(false)}
        >
          The seller can no longer accept it. Their page says that we are looking at their machine.
        </WithdrawDialog>
      )}
    </section>
  );
}

/** What the seller said that we have not answered with an offer. */
function LastWords({ sale }: { readonly sale: Sale }) {
  const said = counterOf(sale) ?? sale.messages.findLast(({ kind }) => kind === "decline");
  return said === undefined ? null : <MessageBox message={{ ...said, by: null }} />;
}

function OfferList({ sale }: { readonly sale: Sale }) {
  const versions = sale.versions.map((version) => ({
    ...version,
    became: offerStates[version.state].text,
    amount: formatCents(version.amount_cents),
  }));
  return <VersionLines label="Offers" name="Offer" versions={versions} newest={newestOffer(sale)?.number} />;
}
