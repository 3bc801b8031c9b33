import { useState } from "react";
import { Link, useSearchParams } from "react-router";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { KeyList } from "#app/desk/keyboard/key-list.tsx";
import { useFilingKeys } from "#app/desk/keyboard/use-filing-keys.ts";
import { BackHeader } from "#app/desk/session/headers.tsx";
import { useIsYard } from "#app/desk/session/user.ts";
import { EmptyPage } from "#app/desk/ui/empty-page.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { ToolButton, toolClasses } from "#app/desk/ui/tool.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { partLabel } from "#domain/stock/part.ts";
import { stockCalls, type StockPage } from "#domain/stock/stock-calls.ts";

import { MoveForm } from "./move-form.tsx";
import { LabelLink, PartRow } from "./part-row.tsx";
import { StockFile } from "./stock-file.tsx";
import { asQuery, type Narrowing, stockFilters, StockFilters } from "./stock-filters.tsx";

export const meta = () => pageMeta({ title: "Stock", hidden: true });

/** The twenty that lie longest are a day's look along the shelves. */
const longest = 20;

/** The parts that are here: search, filters, several at once to another shelf. */
export default function StockListPage() {
  const [search, setSearch] = useSearchParams();
  const isYard = useIsYard();
  const narrowing: Narrowing = Object.fromEntries(
    stockFilters.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? ""]] : [])),
  );
  const key = JSON.stringify(narrowing);
  const state = useLoaded(`stock ${key}`, () => deskCall(stockCalls.stock, asQuery(narrowing)), {
    keeps: true,
  });
  const [showsKeys, setShowsKeys] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [done, setDone] = useState("");
  const page = state.data;
  const isOldest = narrowing.sort === "oldest";
  const parts = isOldest ? (page?.parts ?? []).slice(0, longest) : (page?.parts ?? []);
  const listed = parts.map((part) => ({ id: String(part.number), part }));
  const { current } = useFilingKeys(listed, () => setShowsKeys(true), null, true);
  const chosen = parts.filter(({ number }) => selected.has(number));
  const narrow = (change: Narrowing) => {
    // What was typed arrives a moment later: by then the address may say more than this page was drawn with.
    const next = new URLSearchParams(location.search);
    for (const [name, text] of Object.entries({ after: "", ...change }))
      if (text === "") next.delete(name);
      else next.set(name, text);
    setSearch(next, { replace: true });
  };
  const toggle = (number: number) => {
    const next = new Set(selected);
    if (!next.delete(number)) next.add(number);
    setSelected(next);
    setDone("");
  };
  return (
    <>
      <BackHeader title="Stock" />
      <main
        className={`mx-auto max-w-[60rem] px-4 lg:px-6 ${chosen.length > 0 ? "pb-80 sm:pb-56" : "pb-16"}`}
      >
        <StockFilters narrowing={narrowing} onNarrow={narrow} />
        <p role="status" className="text-ink-muted min-h-8 text-sm">
          {done || (page !== null && countText(page, parts.length, isOldest))}
        </p>
        {(page === null || state.problem !== null) && <Loading state={state} />}
        {page !== null && parts.length === 0 && (
          <EmptyPage
            title={Object.keys(narrowing).length === 0 ? "No part in stock" : "No match"}
            text={
              Object.keys(narrowing).length === 0
                ? "Take a machine of the yard apart: what you keep appears here."
                : "Try fewer words, or the beginning of one."
            }
          />
        )}
        {parts.length > 0 && (
          <ol
            aria-label="Parts"
            className="border-line bg-surface-raised divide-line -mx-4 divide-y border-y sm:mx-0 sm:rounded-sm sm:border-x"
          >
            {listed.map((one) => (
              <PartRow
                key={one.id}
                part={one.part}
                isCurrent={one === current}
                isSelected={selected.has(one.part.number)}
                onSelect={() => toggle(one.part.number)}
              />
            ))}
          </ol>
        )}
        {page !== null && !isYard && <StockFile onDone={state.reload} />}
        <Pages narrowing={narrowing} next={isOldest ? null : (page?.next ?? null)} />
      </main>
      {chosen.length > 0 && (
        <section
          aria-label="Selected parts"
          className="border-line-strong bg-surface-raised fixed inset-x-0 bottom-0 border-t px-4 py-3"
        >
          <div className="mx-auto flex max-w-[60rem] flex-wrap items-end gap-x-4 gap-y-2">
            <p className="w-full text-sm font-semibold">
              {chosen
                .slice(0, namedMost)
                .map(({ number }) => partLabel(number))
                .join(", ")}
              {chosen.length > namedMost && ` and ${chosen.length - namedMost} more`}
            </p>
            <MoveForm
              numbers={chosen.map(({ number }) => number)}
              onMoved={async (shelf) => {
                await state.reload();
                setSelected(new Set());
                setDone(
                  `${chosen.length === 1 ? "1 part is" : `${chosen.length} parts are`} on ${shelf} now`,
                );
              }}
            />
            <LabelLink numbers={chosen.map(({ number }) => number)} />
            <ToolButton className="px-3 lg:min-h-9" onClick={() => setSelected(new Set())}>
              Clear
            </ToolButton>
          </div>
        </section>
      )}
      {showsKeys && <KeyList onClose={() => setShowsKeys(false)} />}
    </>
  );
}

/** The bar must not cover the list, however many are selected. */
const namedMost = 6;

function countText({ total }: StockPage, shown: number, isOldest: boolean): string {
  const parts = total === 1 ? "1 part" : `${total.toLocaleString("en-NZ")} parts`;
  if (isOldest) return `The ${shown} that lie longest, of ${parts}`;
  return shown < total ? `Showing ${shown} of ${parts}, newest first` : parts;
}

/** By address: going back shows the page before. */
function Pages({ narrowing, next }: { readonly narrowing: Narrowing; readonly next: string | null }) {
  const { after, ...first } = narrowing;
  const linkTo = (other: Narrowing) => `?${new URLSearchParams(other)}`;
  if (after === undefined && next === null) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex gap-3">
      {after !== undefined && (
        <Link to={linkTo(first)} className={`${toolClasses} px-4`}>
          First page
        </Link>
      )}
      {next !== null && (
        <Link to={linkTo({ ...first, after: next })} className={`${toolClasses} px-4`}>
          Next 50
        </Link>
      )}
    </nav>
  );
}
