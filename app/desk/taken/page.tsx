import { useEffect, useRef, useState } from "react";
import { Link, useParams } from "react-router";

import type { TakenFields } from "#app/desk/api/send-taken.ts";
import { holdText } from "#app/desk/sale/pick-up-summary.tsx";
import { BackHeader } from "#app/desk/session/headers.tsx";
import { keptItem } from "#app/desk/session/kept-user.ts";
import { useUser } from "#app/desk/session/user.ts";
import { yardPath } from "#app/desk/state/desk-view.ts";
import { ErrorBanner } from "#app/desk/ui/action.tsx";
import { toolClasses } from "#app/desk/ui/tool.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { useNow } from "#app/shared/document/use-clock.ts";
import { shrinkPhoto } from "#app/shared/photos/shrink-photo.ts";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { machineStates } from "#domain/deals/sale.ts";
import { shelfMost } from "#domain/stock/stock-wire.ts";
import { teardownRows } from "#domain/stock/teardown.ts";

import { useTeardown } from "./kept-teardown.ts";
import { openWithoutSignal } from "./open-without-signal.ts";
import { OwnWords } from "./own-words.tsx";
import { PartRow, type RowActions } from "./part-row.tsx";
import { type ShownPart, withWaiting } from "./shown-parts.ts";
import { addTaken, startTakenQueue, useTakenItems } from "./taken-queue.ts";
import { WaitingLine } from "./waiting-line.tsx";

export const meta = () => pageMeta({ title: "Take a machine apart", hidden: true });

/** Where a machine is taken apart, on a phone in a gloved hand: what is kept is written down at once, with signal or without. */
export default function TakeApartPage() {
  const machine = Number(useParams()["number"]);
  const user = useUser();
  const now = useNow();
  const { data, problem } = useTeardown(user, machine);
  const items = useTakenItems().filter((item) => item.machine === machine);
  const [shelf, setShelf] = useShelf(user.id);
  const [pressed, setPressed] = useState({ on: "" });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isLost = pressed.on !== "" && document.activeElement === document.body;
    if (isLost) heading.current?.focus({ preventScroll: true });
  }, [pressed]);
  useEffect(() => {
    startTakenQueue();
    openWithoutSignal();
  }, []);
  const parts = withWaiting(data?.parts ?? [], items);
  const rows = data === null ? [] : teardownRows(data.machine.kind, parts);
  const suggested = new Map(data?.rows.map((row) => [row.name, row.suggested_cents]));
  const shelves = [...new Set(parts.toReversed().flatMap(({ shelf: own }) => own || []))];
  const actions = actionsOn(machine, shelf, (name) => suggested.get(name) ?? null, setPressed);
  return (
    <>
      <BackHeader title={`Machine ${machine}`} />
      <main className="mx-auto max-w-[48rem] px-4 pb-24 max-sm:px-2">
        {data === null ? (
          <NotLoaded problem={problem} />
        ) : (
          <>
            <div className="flex flex-wrap items-baseline gap-x-3 pt-3">
              <h2 ref={heading} tabIndex={-1} className="text-2xl wrap-anywhere">
                <bdi>{data.machine.name}</bdi>
              </h2>
              <p className="text-warn text-sm font-semibold">
                {data.machine.state !== "standing" && machineStates[data.machine.state]}
                {data.machine.days_to_go > 0 &&
                  `${holdText(data.machine, now)}: quote its parts, do not pack them`}
              </p>
            </div>
            <WaitingLine parts={parts} items={items} />
            <ShelfBar shelf={shelf} shelves={shelves} onChange={setShelf} />
            <ol
              aria-label="Parts"
              className="border-line bg-surface-raised divide-line -mx-2 divide-y border-y sm:mx-0 sm:rounded-sm sm:border-x"
            >
              {rows.map(({ name, assembly, part }, at) => (
                <PartRow
                  key={part?.id ?? `${name} ${at}`}
                  name={name}
                  assembly={assembly}
                  part={part}
                  suggested={suggested.get(name) ?? null}
                  actions={actions}
                  takesFocus={[part?.id, name].includes(pressed.on)}
                />
              ))}
            </ol>
            <OwnWords onAdd={(name) => actions.keep(name, {})} />
          </>
        )}
        <Link
          to={`${yardPath}?machine=${machine}`}
          className="text-link mt-4 inline-flex min-h-11 items-center"
        >
          Back to the yard
        </Link>
      </main>
    </>
  );
}

function NotLoaded({ problem }: { readonly problem: string | null }) {
  if (problem !== null) return <ErrorBanner>{problem}</ErrorBanner>;
  return (
    <p role="status" className="text-ink-muted py-4">
      Loading data...
    </p>
  );
}

/** The shelf last used, on this phone. */
function useShelf(userId: string) {
  const kept = keptItem(userId, "shelf");
  const [shelf, setShelf] = useState(() => (kept.read() as { shelf: string } | undefined)?.shelf ?? "");
  return [
    shelf,
    (next: string) => {
      setShelf(next);
      kept.write({ shelf: next });
    },
  ] as const;
}

/** `onPressed` gets the id or the name of the row that is there after the press. */
function actionsOn(
  machine: number,
  shelf: string,
  priceOf: (name: string) => number | null,
  onPressed: (row: { on: string }) => void,
): RowActions {
  const keep = (name: string, fields: TakenFields) => {
    const id = crypto.randomUUID();
    const place = shelf.trim();
    const state = place === "" ? "on_machine" : "on_shelf";
    onPressed({ on: id });
    const given = { shelf: place, state, price_cents: priceOf(name), grade: null, ...fields } as const;
    void addTaken({ kind: "part", id, machine, part: id, name, fields: given });
    return id;
  };
  return {
    keep,
    change(part, fields) {
      const was = Object.fromEntries(
        Object.keys(fields).map((name) => [name, part[name as keyof TakenFields]]),
      );
      const { id: of, name, number } = part;
      if (fields.state === "gone") onPressed({ on: name });
      void addTaken({
        kind: "change",
        id: crypto.randomUUID(),
        machine,
        part: of,
        name,
        number,
        fields,
        was,
      });
    },
    async photo(name: string, part: ShownPart | null, file: File) {
      const of = part?.id ?? keep(name, {});
      const bytes = await (await shrinkPhoto(file)).arrayBuffer();
      const number = part?.number ?? null;
      await addTaken({ kind: "photo", id: crypto.randomUUID(), machine, part: of, name, number, bytes });
    },
  };
}

interface ShelfBarProps {
  readonly shelf: string;
  readonly shelves: readonly string[];
  readonly onChange: (shelf: string) => void;
}

/** Stays in view: the shelf counts for every part that is kept from now on. */
function ShelfBar({ shelf, shelves, onChange }: ShelfBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const press = (next: string) => {
    onChange(next);
    bar.current?.focus(); // The button goes; in the field, the phone's keyboard would open.
  };
  const others = shelves.filter((one) => one !== shelf).slice(0, 3);
  return (
    <div
      ref={bar}
      role="group"
      aria-label="Where it goes"
      tabIndex={-1}
      className="bg-surface border-line sticky top-0 z-10 -mx-2 mb-2 flex flex-wrap items-center gap-2 border-b px-2 py-2 sm:mx-0 sm:px-0"
    >
      <label htmlFor="shelf" className="font-semibold">
        Shelf
      </label>
      <input
        id="shelf"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={shelfMost}
        placeholder="Still on the machine"
        className={`${controlClasses} min-w-0 flex-1 basis-36`}
        value={shelf}
        onChange={({ target }) => onChange(target.value)}
      />
      {others.map((one) => (
        <button key={one} type="button" className={`${toolClasses} px-3`} onClick={() => press(one)}>
          {one}
        </button>
      ))}
      {shelf !== "" && (
        <button type="button" className={`${toolClasses} px-3`} onClick={() => press("")}>
          None
        </button>
      )}
    </div>
  );
}
