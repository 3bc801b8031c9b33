import { type ReactNode, useState } from "react";

import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { focusPart } from "#app/desk/ui/commands.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import type { DealTools } from "#domain/deals/deal-wire.ts";
import type { Photos } from "#domain/deals/sale.ts";

import { type DealProps, type DealRecord, useDealCall } from "./deal-call.ts";
import { type DealKind, dealKinds } from "./deal-kinds.ts";
import { ToolButtons } from "./tool-buttons.tsx";
import { newestVersion, type SentDeal, type ToolRow } from "./tool-rows.ts";
import type { useOpenForm } from "./use-open-form.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

interface DealFrameProps<Tool extends string, Whose extends DealRecord, Deal extends SentDeal> {
  readonly kind: DealKind;
  readonly record: Whose;
  /** Null until it is loaded. */
  readonly deal: Deal | null;
  readonly photos: Photos;
  readonly tools: DealTools<Tool>;
  readonly rows: Readonly<Partial<Record<Tool, ToolRow<DealProps<Whose, Deal>>>>>;
  readonly labelOf: (tool: Tool) => string;
  readonly form: ReturnType<typeof useOpenForm<Tool>>;
  /** On one line while there is nothing to show: the fields of a new request fit on the screen with it. */
  readonly isBare?: boolean;
  /** What waits for an answer, above the open form. */
  readonly said: ReactNode;
  readonly children: ReactNode;
}

/** Everything about the deal of the open record, with one obvious next step. */
export function DealFrame<Tool extends string, Whose extends DealRecord, Deal extends SentDeal>(
  props: DealFrameProps<Tool, Whose, Deal>,
) {
  const { kind, record, deal, photos, tools, rows, form, isBare = false } = props;
  const { now } = useDeskPage();
  const call = useDealCall(record);
  const action = useAction();
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const [asked, setAsked] = useState<Tool | null>(null);
  const use = (tool: Tool) => {
    const act = rows[tool]?.act;
    if (tool === "withdraw") setIsWithdrawing(true);
    else if (act === undefined || deal === null) form.open(tool);
    else run(tool);
  };
  const run = (tool: Tool, anyway = false) => {
    const act = rows[tool]?.act;
    if (act === undefined || deal === null || action.isBusy) return;
    focusPart("title"); // The button may go with the step.
    setAsked(tool);
    void action.run(() => act(call, { record, deal }, now, anyway));
  };
  const isOffered = (tool: Tool) => tools.next === tool || tools.others.includes(tool);
  const newest = deal && newestVersion(deal.versions);
  const { title, page } = dealKinds[kind];
  const { tool: shown, shot, early } = form;
  const Form = shown === null ? undefined : rows[shown]?.Form;
  const layout = isBare ? "flex flex-wrap items-center gap-x-4 gap-y-2" : "grid gap-3";
  return (
    <section aria-labelledby="deal-title" className={`${layout} print:hidden`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="deal-title" className="text-lg">
          {title}
        </h3>
        {deal !== null && !isBare && (
          <p className="text-ink-muted text-sm">
            {page}: {deal.stage}
          </p>
        )}
      </div>
      <ToolButtons
        next={tools.next}
        others={tools.others}
        labelOf={props.labelOf}
        keyOf={(tool) => rows[tool]?.key}
        open={shown}
        action={action}
        onUse={use}
      />
      {action.problem?.field === "anyway" && asked !== null && isOffered(asked) && (
        <ToolButton className="justify-self-start px-3" onClick={() => run(asked, true)}>
          {props.labelOf(asked)} all the same
        </ToolButton>
      )}
      {props.said}
      {Form !== undefined && deal !== null && (
        <Form key={shot} {...{ record, deal, photos, shot, early }} onClose={form.close} />
      )}
      {props.children}
      {isWithdrawing && newest !== null && (
        <WithdrawDialog
          kind={kind}
          record={record}
          number={newest.number}
          onClose={() => setIsWithdrawing(false)}
        />
      )}
    </section>
  );
}
