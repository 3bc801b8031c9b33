import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, Navigate, useSearchParams } from "react-router";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { KeyList } from "#app/desk/keyboard/key-list.tsx";
import { useFilingKeys } from "#app/desk/keyboard/use-filing-keys.ts";
import { holdText, MachineLinks } from "#app/desk/sale/pick-up-summary.tsx";
import { BackHeader } from "#app/desk/session/headers.tsx";
import { useIsYard } from "#app/desk/session/user.ts";
import { recordLink, yardPath } from "#app/desk/state/desk-view.ts";
import { startTakenQueue } from "#app/desk/taken/taken-queue.ts";
import { EmptyPage } from "#app/desk/ui/empty-page.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { ToolButton, toolClasses } from "#app/desk/ui/tool.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { useNow } from "#app/shared/document/use-clock.ts";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { formatCents } from "#domain/deals/money.ts";
import { gstKinds } from "#domain/deals/purchase.ts";
import { saleCalls } from "#domain/deals/sale-calls.ts";
import type { ShownMachine, YardMachine } from "#domain/deals/sale-wire.ts";
import { machineStates } from "#domain/deals/sale.ts";
import { formatDay } from "#domain/nz-time.ts";

import { EndMachine, EnterMachine } from "./machine-forms.tsx";
import { MachineMoney } from "./machine-money.tsx";
import { OnThisPhone } from "./on-this-phone.tsx";

export const meta = () => pageMeta({ title: "Yard", hidden: true });

/** Finds a machine by the beginning of its number, or by a part of its other texts. */
function isFound({ number, name, ref, vin, registration }: ShownMachine, sought: string): boolean {
  const words = sought.trim().toLowerCase();
  if (/^\d+$/.test(words)) return String(number).startsWith(words);
  return [name, ref, vin, registration].join(" ").toLowerCase().includes(words);
}

/** The machines that we have. The code on a machine's label leads to its row. */
export default function YardPage() {
  const [search] = useSearchParams();
  const marked = search.get("machine");
  const [showsEnded, setShowsEnded] = useState(marked !== null); // Its parts may outlive it.
  const asked = showsEnded ? { ended: "1" as const } : {};
  const state = useLoaded(showsEnded ? "yard with ended" : "yard", () => deskCall(saleCalls.yard, asked));
  const [isEntering, setIsEntering] = useState(false);
  const [entered, setEntered] = useState<number | null>(null);
  const [ending, setEnding] = useState<ShownMachine | null>(null);
  useEffect(startTakenQueue, []);
  const now = useNow();
  const [sought, setSought] = useState("");
  const [showsKeys, setShowsKeys] = useState(false);
  const machines = (state.data?.machines ?? []).filter((machine) => isFound(machine, sought));
  const listed = machines.map((machine) => ({ id: String(machine.number), machine }));
  const { current } = useFilingKeys(listed, () => setShowsKeys(true), marked);
  const isLoaded = state.data !== null;
  const isGone = isLoaded && marked !== null && listed.every(({ id }) => id !== marked) && sought === "";
  return (
    <>
      <BackHeader title="Yard" />
      <main className="mx-auto max-w-[60rem] px-4 pb-16 lg:px-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <input
            type="search"
            data-part="search"
            aria-label="Find a machine"
            placeholder="Number, name, reference, VIN ..."
            autoComplete="off"
            className={`${controlClasses} min-h-11! max-w-80 lg:min-h-9! lg:py-1! lg:text-sm`}
            value={sought}
            onKeyDown={({ key, currentTarget: box }) => {
              if (key === "Escape" && box.value === "") box.blur();
            }}
            onChange={({ target }) => setSought(target.value)}
          />
          <p role="status" className="text-ink-muted text-sm">
            {isLoaded && countText(machines)}
          </p>
          <label className="inline-flex min-h-11 items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="accent-brand size-5"
              checked={showsEnded}
              onChange={({ target }) => setShowsEnded(target.checked)}
            />
            Ended ones, too
          </label>
          <ToolButton className="ml-auto px-3 text-sm lg:min-h-9" onClick={() => setIsEntering(true)}>
            <Plus aria-hidden className="size-4" /> Enter a machine
          </ToolButton>
        </div>
        <OnThisPhone />
        {isGone && (
          <p role="alert" className="text-warn mb-2 font-semibold">
            There is no machine {marked} in the yard.
          </p>
        )}
        {(!isLoaded || state.problem !== null) && <Loading state={state} />}
        {isLoaded && machines.length === 0 && (
          <EmptyPage
            title={sought === "" ? "No machine in the yard" : "No match"}
            text="Open a vehicle and press “Record the purchase”, or enter one that stood here before."
          />
        )}
        {machines.length > 0 && (
          <ol
            aria-label="Machines"
            className="border-line bg-surface-raised divide-line -mx-4 divide-y border-y sm:mx-0 sm:rounded-sm sm:border-x"
          >
            {listed.map((one) => (
              <MachineRow
                key={one.id}
                machine={one.machine}
                isCurrent={one === current}
                now={now}
                onEnd={() => setEnding(one.machine)}
              />
            ))}
          </ol>
        )}
      </main>
      {isEntering && (
        <EnterMachine
          onEntered={({ number }) => {
            setIsEntering(false); // The form is done with before the page is left.
            setEntered(number);
          }}
          onClose={() => setIsEntering(false)}
        />
      )}
      {entered !== null && <Navigate to={`${yardPath}/${entered}`} />}
      {ending !== null && (
        <EndMachine machine={ending} onEnded={state.reload} onClose={() => setEnding(null)} />
      )}
      {showsKeys && <KeyList onClose={() => setShowsKeys(false)} />}
    </>
  );
}

function countText(machines: readonly ShownMachine[]): string {
  const held = machines.filter(({ days_to_go: days }) => days > 0).length;
  const count = machines.length === 1 ? "1 machine" : `${machines.length} machines`;
  return held === 0 ? count : `${count}, ${held} on hold: parts off them can be quoted, not packed`;
}

interface MachineRowProps {
  readonly machine: YardMachine;
  readonly isCurrent: boolean;
  readonly now: Date;
  readonly onEnd: () => void;
}

function MachineRow({ machine, isCurrent, now, onEnd }: MachineRowProps) {
  const { number, name, ref, vin, registration, gst, price_cents: price, bought_on: day } = machine;
  const isYard = useIsYard();
  const isHeld = machine.days_to_go > 0;
  const marks = [vin, registration].filter((mark) => mark !== null).join(", ");
  return (
    <li
      aria-current={isCurrent ? "true" : undefined}
      className="aria-[current]:bg-brand-soft grid gap-x-4 gap-y-1 px-4 py-2.5 aria-[current]:shadow-[inset_3px_0_0_var(--color-brand)] sm:grid-cols-[4rem_minmax(0,1fr)_auto]"
    >
      <p className="font-sign text-2xl leading-tight font-semibold tabular-nums">{number}</p>
      <div className="min-w-0">
        <h2
          data-part={isCurrent ? "title" : undefined}
          tabIndex={-1}
          className="font-text text-base font-semibold tracking-normal wrap-anywhere outline-none"
        >
          <bdi>{name}</bdi>
        </h2>
        <p className="text-sm">
          <span
            className={`mr-2 inline-block rounded-sm px-1.5 font-semibold ${isHeld ? "bg-warn-soft text-warn" : "bg-ok-soft text-ok"}`}
          >
            {machine.state === "standing"
              ? holdText(machine, now)
              : machineStates[machine.state].toLowerCase()}
          </span>
          {!isYard && price !== null && <span className="tabular-nums">{formatCents(price)}</span>}
          {day !== null && `${isYard ? "Bought " : ", "}${formatDay(day, now)}`}
        </p>
        <p className="text-ink-muted text-sm wrap-anywhere">
          {marks !== "" && `${marks}. `}
          {!isYard && gst !== null && `${gstKinds[gst]}. `}
          {machine.note}
        </p>
        {!isYard && <MachineMoney machine={machine} />}
      </div>
      <div className="flex flex-wrap content-start gap-2">
        {ref !== null && (
          <Link to={recordLink(ref)} className={`${toolClasses} px-3 text-sm lg:min-h-9`}>
            {ref}
          </Link>
        )}
        <Link to={`${yardPath}/${number}`} className={`${toolClasses} px-3 text-sm lg:min-h-9`}>
          Take apart<span className="sr-only"> machine {number}</span>
        </Link>
        <MachineLinks machine={machine} />
        {machine.state === "standing" && (
          <ToolButton
            aria-label={`It ends: machine ${number}`}
            className="px-3 text-sm lg:min-h-9"
            onClick={onEnd}
          >
            It ends
          </ToolButton>
        )}
      </div>
    </li>
  );
}
