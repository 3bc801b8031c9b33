import { type ReactNode, useState } from "react";

import { withdrawOffer } from "#app/desk/api/sales.ts";
import { useDealCall } from "#app/desk/deal/deal-call.ts";
import { DealMails, MessageBox, VersionLines } from "#app/desk/deal/deal-history.tsx";
import { DealLink } from "#app/desk/deal/deal-link.tsx";
import { VehiclePhotoForm } from "#app/desk/deal/photo-request.tsx";
import { ToolButtons } from "#app/desk/deal/tool-buttons.tsx";
import { PhotoGrid } from "#app/desk/photo/photo-grid.tsx";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { focusPart } from "#app/desk/ui/commands.tsx";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { extendedDays } from "#domain/deals/deadlines.ts";
import { formatCents } from "#domain/deals/money.ts";
import { offerStates, type SaleAction } from "#domain/deals/sale-states.ts";
import type { Photos, Sale } from "#domain/deals/sale-wire.ts";
import type { RecordMail } from "#domain/desk.ts";

import { OfferForm } from "./offer-form.tsx";
import { CancelPickUpForm, MissedForm, PickedUpForm } from "./pick-up-forms.tsx";
import { PickUpSummary, PurchaseSummary } from "./pick-up-summary.tsx";
import { PurchaseForm } from "./purchase-form.tsx";
import {
  counterOf,
  extend,
  keyOf,
  labelOf,
  newestOffer,
  type SaleFormProps,
  type SaleProps,
  toolsOf,
  type VehicleRecord,
} from "./sale-tools.ts";

const forms: Readonly<Partial<Record<SaleAction, (props: SaleFormProps) => ReactNode>>> = {
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
  readonly photos: Photos;
  /** Mails to the seller. */
  readonly mails: readonly RecordMail[];
}

/** Everything about the machine that somebody offers us, with one obvious next step. */
export function SaleSection({ record, sale, photos, mails }: SaleSectionProps) {
  const { now } = useDeskPage();
  const call = useDealCall(record, "offer");
  const action = useAction();
  const [open, setOpen] = useState<SaleAction | null>(null);
  const [shot, setShot] = useState<string | null>(null);
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  if (sale === null) return <section className="min-h-20" />;
  const newest = newestOffer(sale);
  const use = (tool: SaleAction) => {
    if (tool === "withdraw") return setIsWithdrawing(true);
    if (tool !== "extend") {
      setShot(null);
      return setOpen(tool);
    }
    if (newest === null) return;
    focusPart("title"); // The button may go with the step.
    const days = extendedDays(newest.valid_until, now);
    void action.run(() => call("extended", { days }, (_, key) => extend(record, days, key)));
  };
  const close = () => setOpen((shown) => (shown === open ? null : shown));
  const Form = open === null ? undefined : forms[open];
  const props = { record, sale, photos, shot };
  return (
    <section aria-labelledby="deal-title" className="grid gap-3 print:hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="deal-title" className="text-lg">
          Offer and pick-up
        </h3>
        <p className="text-ink-muted text-sm">Seller’s page: {sale.stage}</p>
      </div>
      <ToolButtons
        {...toolsOf(sale)}
        labelOf={labelOf}
        keyOf={keyOf}
        open={open}
        isBusy={action.isBusy}
        onUse={use}
      />
      <p role="alert" className="text-danger font-semibold empty:hidden">
        {action.problem?.message}
      </p>
      <LastWords sale={sale} />
      {Form !== undefined && <Form key={`${open} ${shot}`} {...props} onClose={close} />}
      <OfferList sale={sale} />
      <PickUpSummary sale={sale} />
      <PurchaseSummary {...props} />
      <DealMails label="Mails about the offer" mails={mails.filter(({ kind }) => kind !== "offer")} />
      <PhotoGrid
        photos={sale.purchase === null ? photos : { ...photos, wanted: null }}
        onAgain={(wanted) => {
          setShot(wanted);
          setOpen("photos");
        }}
      />
      <DealLink
        record={record}
        link={sale.link}
        whose="seller"
        renewed="Copy the new one, or ask for photos or send an offer: those mails have it."
      />
      {isWithdrawing && <WithdrawDialog {...props} onClose={() => setIsWithdrawing(false)} />}
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

function WithdrawDialog({ record, sale, onClose }: SaleProps & { readonly onClose: () => void }) {
  const call = useDealCall(record, "offer");
  const withdraw = async () => {
    const number = newestOffer(sale)?.number ?? 0;
    await call(`offer ${number} withdrawn`, { ref: record.ref_number, number }, withdrawOffer);
    focusPart("title"); // The button goes.
  };
  return (
    <ConfirmDialog title="Withdraw the offer?" label="Withdraw it" onConfirm={withdraw} onClose={onClose}>
      <p>The seller can no longer accept it. Their page says that we are looking at their machine.</p>
    </ConfirmDialog>
  );
}
