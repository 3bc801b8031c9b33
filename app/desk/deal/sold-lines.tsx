import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import { freightForStaff } from "#domain/deals/freight.ts";
import { formatCents } from "#domain/deals/money.ts";
import { hasAlternatives, lineCents } from "#domain/deals/quote.ts";
import { requestedIn } from "#domain/deals/requested.ts";
import type { SoldLine } from "#domain/deals/sold.ts";
import { partNumber } from "#domain/stock/part.ts";

import type { QuoteRecord } from "./deal-call.ts";
import { newestVersion } from "./tool-rows.ts";

interface SoldLinesProps {
  readonly record: QuoteRecord;
  /** Null until it is loaded. */
  readonly deal: DealForDesk | null;
}

/** What was quoted, then what was sold: whoever walks to the shelf reads it first, on paper too. */
export function SoldLines({ record, deal }: SoldLinesProps) {
  if (deal === null || deal.sold.length === 0) return null;
  const { order, sold, versions } = deal;
  const version = versions.find(({ number }) => number === order?.number) ?? newestVersion(versions);
  if (version === null) return null;
  const { content, total_cents: lowest } = version;
  const { name, address } = requestedIn(record);
  const isOpen = order === null && hasAlternatives(content);
  const total = `${isOpen ? "from " : ""}${formatCents(order?.total_cents ?? lowest)}`;
  const delivery = freightForStaff(content.freight);
  return (
    <section aria-labelledby="sold-title" data-sold className="mb-4">
      <h3 id="sold-title" className="text-lg">
        {order === null ? "Quoted" : "Sold"}
      </h3>
      <ul className="divide-line border-line divide-y border-y">
        {sold.map((line) => (
          <li key={line.line} className="flex items-start gap-3 py-2">
            <SoldPart line={line} />
            <span className="ml-auto shrink-0 font-semibold tabular-nums">
              {formatCents(lineCents(line))}
            </span>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-baseline gap-x-4 py-1">
        <span className="text-ink-muted text-sm">
          {[delivery, formatCents(content.freight.cents)].filter((text) => text !== "").join(", ")}
        </span>
        <span className="ml-auto font-semibold tabular-nums">{total}</span>
      </p>
      <address className="text-sm whitespace-pre-line not-italic">
        <bdi className="font-semibold">{name}</bdi>
        {address !== "" && `\n${address}`}
      </address>
    </section>
  );
}

const kindWords: Readonly<Record<SoldLine["kind"], string | null>> = {
  fixed: null,
  option: "If they like",
  choice: "One of these",
};

/** A part in stock has a shelf as soon as it is off its machine. */
export function isOnMachine({ label, shelf, machine_number: number }: SoldLine): boolean {
  return shelf === null && number !== null && partNumber(label ?? "") !== null;
}

/** One part: its photo, what it is, where it lies, and who has pulled it. */
export function SoldPart({ line }: { readonly line: SoldLine }) {
  const { text, quantity, grade, machine, machine_number: number, label, shelf, photo, kind } = line;
  const facts = [
    kindWords[kind],
    grade === null ? null : `Grade ${grade}`,
    machine,
    number === null ? null : `machine ${number}`,
  ].filter((fact) => fact !== null);
  const place = [shelf, label].filter(Boolean).join(", ");
  return (
    <>
      {photo !== null && (
        <img
          src={`${photo}?w=320`}
          alt=""
          loading="lazy"
          className="border-line-strong bg-surface-sunken aspect-4/3 w-16 shrink-0 rounded-sm border object-cover"
        />
      )}
      <div className="min-w-0">
        <p className="leading-snug font-semibold wrap-anywhere">
          {quantity > 1 && <span className="tabular-nums">{quantity} × </span>}
          <bdi>{text}</bdi>
        </p>
        {facts.length > 0 && <p className="text-ink-muted text-sm wrap-anywhere">{facts.join(", ")}</p>}
        {place !== "" && (
          <p>
            <span className="sr-only">Shelf and label: </span>
            <span className="bg-surface-sunken font-sign rounded-sm px-1.5 font-semibold">{place}</span>
          </p>
        )}
        {isOnMachine(line) && line.pulled_at === null && (
          <p className="text-warn text-sm font-semibold">Still on the machine</p>
        )}
        {line.pulled_by !== null && (
          <p className="text-ok text-sm font-semibold">
            Pulled by <bdi>{line.pulled_by}</bdi>
          </p>
        )}
      </div>
    </>
  );
}
