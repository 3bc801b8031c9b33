import { useState } from "react";
import { Link, useParams } from "react-router";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { KeyList } from "#app/desk/keyboard/key-list.tsx";
import { useFilingKeys } from "#app/desk/keyboard/use-filing-keys.ts";
import { BackHeader } from "#app/desk/session/headers.tsx";
import { stockPath, yardPath } from "#app/desk/state/desk-view.ts";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { useNow } from "#app/shared/document/use-clock.ts";
import { weightLimits } from "#domain/deals/freight.ts";
import { formatCents } from "#domain/deals/money.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { fitText, goneReasons, partLabel, partMachine, type Part, partStates } from "#domain/stock/part.ts";
import { stockCalls } from "#domain/stock/stock-calls.ts";

import { PartActions } from "./part-actions.tsx";
import { PartPhotos } from "./part-photos.tsx";
import { HeldLine, Place } from "./part-row.tsx";

export const meta = () => pageMeta({ title: "Part", hidden: true });

/** One part: what the code on its label opens, on a phone first. */
export default function PartPage() {
  const { number = "" } = useParams();
  // Another part begins with none of the forms open.
  return <OnePart key={number} number={number} />;
}

function OnePart({ number }: { readonly number: string }) {
  const state = useLoaded(`part ${number}`, () => deskCall(stockCalls.part, { number }));
  const [showsKeys, setShowsKeys] = useState(false);
  const part = state.data?.part ?? null;
  useFilingKeys(part === null ? [] : [{ id: number }], () => setShowsKeys(true));
  return (
    <>
      <BackHeader title={`Part P${number}`} />
      <main className="mx-auto grid max-w-[40rem] gap-4 px-4 py-4 pb-16">
        {(part === null || state.problem !== null) && <Loading state={state} />}
        {part !== null && (
          <>
            <Heading part={part} />
            <PartActions part={part} reload={state.reload} />
            <PartPhotos part={part} reload={state.reload} />
            <Facts part={part} />
          </>
        )}
        <Link to={stockPath} className="text-link inline-flex min-h-11 items-center">
          All parts in stock
        </Link>
      </main>
      {showsKeys && <KeyList onClose={() => setShowsKeys(false)} />}
    </>
  );
}

function Heading({ part }: { readonly part: Part }) {
  const { number, name, price_cents: price, state, shelf } = part;
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="font-sign text-5xl leading-none font-semibold tabular-nums">{partLabel(number)}</p>
        <Place part={part} className="text-2xl" />
        <p className="ml-auto text-2xl font-semibold tabular-nums">
          {price === null ? "No price" : formatCents(price)}
        </p>
      </div>
      <h2 data-part="title" tabIndex={-1} className="text-2xl wrap-anywhere outline-none">
        <bdi>{name}</bdi>
      </h2>
      <p className="text-ink-muted">{partMachine(part)}</p>
      {(state === "sold" || state === "gone") && (
        <p className="text-info font-semibold">
          {part.reason === null ? partStates[state].label : goneReasons[part.reason]}
          {shelf !== "" && `, it was on ${shelf}`}
        </p>
      )}
      <HeldLine part={part} />
    </div>
  );
}

function Facts({ part }: { readonly part: Part }) {
  const now = useNow();
  const {
    grade,
    condition,
    fits,
    weight,
    quantity,
    free,
    machine_number: machine,
    since,
    shelved_at: shelved,
  } = part;
  const { isHere } = partStates[part.state];
  const day = (at: string) => formatDay(nzDate(new Date(at)), now);
  const facts = [
    ["Grade", grade === null ? [] : [grade]],
    ["Condition", condition],
    ["Fits", fits.map(fitText)],
    ["Weight", weight === null ? [] : [`Up to ${weightLimits[weight]} kg`]],
    ["Pieces", isHere ? [free < quantity ? `${quantity}, of which ${free} free` : String(quantity)] : []],
    ["On the website", isHere ? [part.public ? "Yes, once it has a price and a photo" : "No"] : []],
    ["Written down", [day(since)]],
    ["On the shelf since", shelved === null ? [] : [day(shelved)]],
  ] as const;
  return (
    <dl className="border-line divide-line divide-y border-y">
      {machine !== null && (
        <div className={rowClasses}>
          <dt className="text-ink-muted">Machine</dt>
          <dd>
            <Link to={`${yardPath}?machine=${machine}`} className="text-link">
              {machine} in the yard
            </Link>
          </dd>
        </div>
      )}
      {facts
        .filter(([, texts]) => texts.length > 0)
        .map(([label, texts]) => (
          <div key={label} className={rowClasses}>
            <dt className="text-ink-muted">{label}</dt>
            <dd className="wrap-anywhere">
              {texts.map((text) => (
                <span key={text} className="block">
                  {text}
                </span>
              ))}
            </dd>
          </div>
        ))}
    </dl>
  );
}

const rowClasses = "grid grid-cols-[9rem_minmax(0,1fr)] gap-x-3 py-1.5";
