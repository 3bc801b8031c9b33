import { useState } from "react";
import { flushSync } from "react-dom";

import {
  changeOrder,
  changeParcel,
  extendQuote,
  resendQuote,
  undoQuote,
  withdrawQuote,
} from "#app/desk/api/deals.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { mailToast } from "#app/desk/state/notices.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { focusPart } from "#app/desk/ui/commands.tsx";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import type { RecordMail } from "#domain/desk.ts";

import { QuoteComposer } from "./composer.tsx";
import { DealLink } from "./deal-link.tsx";
import { arrivingParcels, type DealTool, extendedDays, newestVersion, toolsOf } from "./deal-tools.ts";
import { DealMails, MessageList } from "./message-list.tsx";
import { CancelOrderForm, ParcelForm, PaymentForm } from "./order-forms.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { AnswerForm, ApproveForm, DeclineForm } from "./quote-forms.tsx";
import { ShorthandField } from "./shorthand-field.tsx";
import type { QuoteRecord } from "./start-draft.ts";
import { ToolButtons } from "./tool-buttons.tsx";
import { type DealCall, type DealProps, useDealCall } from "./use-deal-call.ts";
import { VersionList } from "./version-list.tsx";

interface DealSectionProps {
  readonly record: QuoteRecord;
  /** Null until it is loaded. */
  readonly deal: DealForDesk | null;
  /** Mails to the customer. */
  readonly mails: readonly RecordMail[];
}

/** Everything about the quote and the order of the open request, with one obvious next step. */
export function DealSection({ record, deal, mails }: DealSectionProps) {
  const [open, setOpen] = useState<DealTool | null>(null);
  const [early, setEarly] = useState("");
  // On one line while there is nothing to show: the fields of a new request fit on the screen with it.
  const isBare = open === null && (deal === null || (deal.versions.length === 0 && deal.draft === null));
  const layout = isBare ? "flex flex-wrap items-center gap-x-4 gap-y-2" : "grid gap-3";
  return (
    <section aria-labelledby="deal-title" className={`${layout} print:hidden`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="deal-title" className="text-lg">
          Quote and order
        </h3>
        {deal !== null && !isBare && <p className="text-ink-muted text-sm">Customer’s page: {deal.stage}</p>}
      </div>
      {deal === null ? (
        open === "quote" ? (
          <WaitingComposer text={early} onType={setEarly} />
        ) : (
          <ToolButtons
            tools={{ next: "quote", others: [] }}
            open={null}
            isBusy={false}
            onUse={() => setOpen("quote")}
          />
        )
      ) : (
        <LoadedDeal
          record={record}
          deal={deal}
          mails={mails}
          early={early}
          open={open}
          onOpen={(tool) => {
            setOpen(tool);
            setEarly("");
          }}
          onClose={(tool) => setOpen((shown) => (shown === tool ? null : shown))}
        />
      )}
    </section>
  );
}

interface WaitingComposerProps {
  readonly text: string;
  readonly onType: (text: string) => void;
}

/** Takes what is typed while the deal is on its way. */
function WaitingComposer({ text, onType }: WaitingComposerProps) {
  return (
    <div ref={(place) => place?.querySelector("input")?.focus()}>
      <ShorthandField text={text} isUnderstood onType={onType} />
    </div>
  );
}

interface LoadedDealProps extends DealProps {
  readonly mails: readonly RecordMail[];
  readonly early: string;
  readonly open: DealTool | null;
  readonly onOpen: (tool: DealTool) => void;
  /** Another form may have been opened since. */
  readonly onClose: (tool: DealTool) => void;
}

function LoadedDeal(props: LoadedDealProps) {
  const { record, deal, open, onOpen } = props;
  const { now } = useDeskPage();
  const call = useDealCall(record);
  const action = useAction();
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const tools = toolsOf(deal);
  const use = (tool: DealTool) => {
    if (tool === "withdraw") setIsWithdrawing(true);
    else if (withForm.has(tool)) onOpen(tool);
    else {
      focusPart("title"); // The button goes with the step.
      void action.run(() => act(tool, props, now, call));
    }
  };
  const newest = newestVersion(deal);
  return (
    <>
      <ToolButtons tools={tools} open={open} isBusy={action.isBusy} onUse={use} />
      <p role="alert" className="text-danger font-semibold empty:hidden">
        {action.problem?.message}
      </p>
      <ToolForm {...props} />
      <VersionList deal={deal} />
      <MessageList messages={deal.messages} />
      <OrderSummary record={record} deal={deal} />
      <DealMails mails={props.mails} />
      {deal.versions.length > 0 && <DealLink record={record} deal={deal} />}
      {isWithdrawing && newest !== null && (
        <ConfirmDialog
          title="Withdraw the quote?"
          label="Withdraw it"
          onConfirm={async () => {
            const body = { ref: record.ref_number, number: newest.number };
            await call(`quote ${newest.number} withdrawn`, body, (key) => withdrawQuote(body, key));
            flushSync(() => setIsWithdrawing(false)); // Nothing else can take the focus while the question is open.
            focusPart("title"); // The button goes.
          }}
          onClose={() => setIsWithdrawing(false)}
        >
          <p>The customer can no longer approve it. Their page says that it was withdrawn.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const withForm: ReadonlySet<DealTool> = new Set([
  "quote",
  "answer",
  "approve",
  "decline",
  "payment",
  "parcel",
  "cancel",
]);

function ToolForm(props: LoadedDealProps) {
  const { deal, open, onClose } = props;
  const close = () => {
    if (open !== null) onClose(open);
  };
  const version = newestVersion(deal);
  switch (open) {
    case "quote":
      return <QuoteComposer {...props} onClose={close} />;
    case "answer":
      return <AnswerForm {...props} onClose={close} />;
    case "approve":
      return version === null ? null : <ApproveForm {...props} version={version} onClose={close} />;
    case "decline":
      return <DeclineForm {...props} onClose={close} />;
    case "payment":
      return <PaymentForm {...props} onClose={close} />;
    case "parcel":
      return <ParcelForm {...props} onClose={close} />;
    case "cancel":
      return <CancelOrderForm {...props} onClose={close} />;
    default:
      return null;
  }
}

/** What needs no form. */
async function act(tool: DealTool, { record, deal }: DealProps, now: Date, call: DealCall): Promise<void> {
  const ref = record.ref_number;
  const newest = newestVersion(deal);
  const version = { ref, number: newest?.number ?? 0 };
  switch (tool) {
    case "again":
      return call(`quote ${version.number} is sent again`, version, (key) => resendQuote(version, key));
    case "extend":
      return newest === null ? undefined : extend({ ref, valid_days: extendedDays(newest, now) }, call);
    case "packed":
    case "revive":
    case "take_back":
    case "close":
      return call(orderChanges[tool], { ref, tool }, (key) =>
        changeOrder({ ref, change: tool, note: null }, key),
      );
    case "delivered": {
      const parcels = arrivingParcels(deal);
      return call("delivered", { ref, tool }, async (key) => {
        for (const { id } of parcels) await changeParcel({ id, state: "delivered" }, `${key}-${id}`);
      });
    }
    default:
      return undefined;
  }
}

const orderChanges = {
  packed: "packed",
  revive: "order revived",
  take_back: "approval taken back",
  close: "order closed",
} as const;

async function extend(body: Parameters<typeof extendQuote>[0], call: DealCall): Promise<void> {
  const { ref } = body;
  await call("extended", body, async (key) => {
    const { number, undo_ms: undoMs } = await extendQuote(body, key);
    const takeBack = () => undoQuote({ ref, number });
    return mailToast(`Quote ${number} for ${ref}`, undoMs, takeBack);
  });
}
