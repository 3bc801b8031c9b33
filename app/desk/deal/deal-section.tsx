import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { renewLink, withdrawQuote } from "#app/desk/api/deals.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { type CommandName, focusPart, KeyHint, keyProps } from "#app/desk/ui/commands.tsx";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { CopyButton, ToolButton } from "#app/desk/ui/tool.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import type { RecordMail } from "#domain/desk.ts";

import { ApproveForm } from "./approve-form.tsx";
import { QuoteComposer, type QuoteComposerProps, ShorthandField } from "./composer.tsx";
import { type DealProps, type QuoteRecord, useDealCall } from "./deal-call.ts";
import { AnswerForm, CancelOrderForm, DeclineForm, ParcelForm, PaymentForm } from "./deal-forms.tsx";
import { DealMails, OpenMessage, VersionList } from "./deal-history.tsx";
import { acts, type DealTool, newestVersion, onVersion, toolLabel, toolsOf } from "./deal-tools.ts";
import { OrderSummary } from "./order-summary.tsx";
import { RefundForm, ReturnForm } from "./return-forms.tsx";
import { ReturnList } from "./return-list.tsx";

const forms: Readonly<Partial<Record<DealTool, (props: QuoteComposerProps) => ReactNode>>> = {
  quote: QuoteComposer,
  answer: AnswerForm,
  approve: ApproveForm,
  decline: DeclineForm,
  payment: PaymentForm,
  parcel: ParcelForm,
  cancel: CancelOrderForm,
  return: ReturnForm,
  refund: RefundForm,
};

interface DealSectionProps {
  readonly record: QuoteRecord;
  /** Null until it is loaded. */
  readonly deal: DealForDesk | null;
  /** Mails to the customer. */
  readonly mails: readonly RecordMail[];
}

/** Everything about the quote and the order of the open request, with one obvious next step. */
export function DealSection({ record, deal, mails }: DealSectionProps) {
  const { now } = useDeskPage();
  const call = useDealCall(record);
  const action = useAction();
  const [open, setOpen] = useState<DealTool | null>(null);
  const [early, setEarly] = useState("");
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const use = (tool: DealTool) => {
    const act = forms[tool] === undefined ? acts[tool] : undefined;
    if (tool === "withdraw") setIsWithdrawing(true);
    else if (act === undefined || deal === null) {
      setOpen(tool);
      setEarly("");
    } else {
      focusPart("title"); // The button goes with the step.
      void action.run(() => act(call, { record, deal }, now));
    }
  };
  // Another form may have been opened since.
  const close = () => setOpen((shown) => (shown === open ? null : shown));
  const Form = open === null ? undefined : forms[open];
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
      <ToolButtons deal={deal} open={open} isBusy={action.isBusy} onUse={use} />
      <p role="alert" className="text-danger font-semibold empty:hidden">
        {action.problem?.message}
      </p>
      {deal === null ? (
        // Takes what is typed while the deal is on its way.
        open === "quote" && <ShorthandField text={early} isUnderstood onType={setEarly} />
      ) : (
        <>
          <OpenMessage deal={deal} />
          <ReturnList deal={deal} />
          {Form !== undefined && <Form record={record} deal={deal} early={early} onClose={close} />}
          <VersionList deal={deal} />
          <OrderSummary record={record} deal={deal} />
          <DealMails mails={mails} />
          {deal.versions.length > 0 && <DealLink record={record} deal={deal} />}
          {isWithdrawing && newestVersion(deal) !== null && (
            <WithdrawDialog record={record} deal={deal} onClose={() => setIsWithdrawing(false)} />
          )}
        </>
      )}
    </section>
  );
}

interface WithdrawDialogProps extends DealProps {
  readonly onClose: () => void;
}

function WithdrawDialog({ record, deal, onClose }: WithdrawDialogProps) {
  const call = useDealCall(record);
  const withdraw = async () => {
    const version = onVersion({ record, deal });
    await call(`quote ${version.number} withdrawn`, version, withdrawQuote);
    flushSync(onClose); // Nothing else can take the focus while the question is open.
    focusPart("title"); // The button goes.
  };
  return (
    <ConfirmDialog title="Withdraw the quote?" label="Withdraw it" onConfirm={withdraw} onClose={onClose}>
      <p>The customer can no longer approve it. Their page says that it was withdrawn.</p>
    </ConfirmDialog>
  );
}

/** The tools that have a key of their own; the next step has one besides. */
const toolKeys = ["quote", "approve", "extend", "payment", "parcel"] as const satisfies readonly DealTool[];

function keyOf(tool: DealTool): CommandName | undefined {
  return toolKeys.find((key) => key === tool);
}

interface ToolButtonsProps extends Pick<DealSectionProps, "deal"> {
  /** The tool whose form is open. */
  readonly open: DealTool | null;
  readonly isBusy: boolean;
  readonly onUse: (tool: DealTool) => void;
}

/** What can be done about the deal: the obvious next step first. */
function ToolButtons({ deal, open, isBusy, onUse }: ToolButtonsProps) {
  const { next, others } = toolsOf(deal);
  const pressed = useRef<DealTool | null>(null);
  /** The next step may have become another one while a pointer held the button down. Keys have no such moment. */
  const press = (tool: DealTool, { detail: clicks }: MouseEvent) => {
    const isMeant = clicks === 0 || (pressed.current ?? tool) === tool;
    pressed.current = null;
    if (isMeant) onUse(tool);
  };
  return (
    <div role="group" aria-label="What to do" className="flex flex-wrap items-center gap-2">
      {next !== null && next !== open && (
        <Button
          look={open === null ? "action" : "outline"}
          data-part={`next_step ${next}`}
          {...keyProps("next_step", ...[keyOf(next) ?? []].flat())}
          aria-disabled={isBusy}
          className={`${quietBesideReply} max-sm:w-full`}
          onPointerDown={() => (pressed.current = next)}
          onClick={(event) => press(next, event)}
        >
          {toolLabel(next)} <KeyHint action={keyOf(next) ?? "next_step"} />
        </Button>
      )}
      {others
        .filter((tool) => tool !== open)
        .map((tool) => (
          <ToolButton
            key={tool}
            data-part={tool}
            shortcut={keyOf(tool)}
            aria-disabled={isBusy}
            className="px-3 text-sm lg:min-h-9"
            onClick={() => onUse(tool)}
          >
            {toolLabel(tool)}
          </ToolButton>
        ))}
    </div>
  );
}

/** While a reply is written, the button that sends it is the next step. */
const quietBesideReply =
  "group-has-[#reply-form]/record:border-2 group-has-[#reply-form]/record:bg-transparent group-has-[#reply-form]/record:text-ink group-has-[#reply-form]/record:hover:bg-ink/8";

/** The link to the customer's page. Anyone with the link can act on that page. */
function DealLink({ record, deal }: DealProps) {
  const call = useDealCall(record);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <a href={deal.link} target="_blank" rel="noreferrer" className="text-link min-w-0 truncate">
        The customer’s page
      </a>
      <CopyButton what="link to the customer’s page" text={deal.link} />
      <button type="button" className="text-link min-h-11 lg:min-h-8" onClick={() => setIsAsking(true)}>
        Renew the link
      </button>
      {deal.is_link_unsent && (
        <p className="text-warn font-semibold">
          No mail has this link yet: {toolsOf(deal).next === "extend" && "extend the quote, or "}
          copy the link into a reply.
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Renew the link?"
          label="Renew it"
          onConfirm={() => call("link renewed", { ref: record.ref_number }, renewLink)}
          onClose={() => setIsAsking(false)}
        >
          <p>
            The link that was sent stops working at once, and mails that are waiting with it are not sent.
            Copy the new one, or extend the quote: that mail has it.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
