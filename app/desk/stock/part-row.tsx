import { Link } from "react-router";

import { partPath, recordLink } from "#app/desk/state/desk-view.ts";
import { toolClasses } from "#app/desk/ui/tool.tsx";
import { formatCents } from "#domain/deals/money.ts";
import { partLabel, partMachine, type Part, partStates } from "#domain/stock/part.ts";
import { stockCalls } from "#domain/stock/stock-calls.ts";

/** What is to be known of a part at a glance: "Grade B, 2015 Honda TRX420FM, machine 7". */
function partFacts(part: Part): string {
  const { grade, quantity, machine_number: machine } = part;
  return [
    grade === null ? "" : `Grade ${grade}`,
    partMachine(part),
    machine === null ? "" : `machine ${machine}`,
    quantity <= 1 ? "" : `${quantity} of them`,
  ]
    .filter((fact) => fact !== "")
    .join(", ");
}

interface PartRowProps {
  readonly part: Part;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

/** A part in the list: Enter opens it, x selects it. */
export function PartRow({ part, isCurrent, isSelected, onSelect }: PartRowProps) {
  const { number, name, price_cents: price, photos } = part;
  const label = partLabel(number);
  return (
    <li
      aria-current={isCurrent ? "true" : undefined}
      className={`aria-[current]:bg-brand-soft flex items-start gap-x-3 px-4 py-2 aria-[current]:shadow-[inset_3px_0_0_var(--color-brand)] max-sm:flex-wrap ${isSelected ? "bg-brand-soft" : ""}`}
    >
      <label className="-my-1 -ml-2 inline-flex size-11 shrink-0 items-center justify-center">
        <input
          type="checkbox"
          data-part={isCurrent ? "select" : undefined}
          aria-label={`Select ${label}`}
          className="accent-brand size-5"
          checked={isSelected}
          onChange={onSelect}
        />
      </label>
      {photos[0] === undefined ? (
        <span
          aria-hidden
          className="bg-surface-sunken border-line aspect-4/3 w-16 shrink-0 rounded-sm border"
        />
      ) : (
        <img
          src={`${photos[0].url}?w=320`}
          alt=""
          loading="lazy"
          className="border-line-strong bg-surface-sunken aspect-4/3 w-16 shrink-0 rounded-sm border object-cover"
        />
      )}
      <div className="min-w-0 flex-1 basis-40">
        <h2 className="font-text text-base leading-snug font-semibold tracking-normal wrap-anywhere">
          <Link to={partPath(number)} data-part={isCurrent ? "title" : undefined} className="hover:text-link">
            <span className="font-sign mr-2 text-lg tabular-nums">{label}</span>
            <bdi>{name}</bdi>
          </Link>
        </h2>
        <p className="text-ink-muted text-sm wrap-anywhere">{partFacts(part)}</p>
        <HeldLine part={part} />
      </div>
      <div className="grid shrink-0 justify-items-end gap-1 max-sm:flex max-sm:w-full max-sm:items-center max-sm:justify-between max-sm:pl-31">
        <span className="font-semibold tabular-nums">{price === null ? "No price" : formatCents(price)}</span>
        <Place part={part} />
      </div>
    </li>
  );
}

/** Where a part lies, or what became of it. */
export function Place({
  part: { state, shelf },
  className = "",
}: {
  readonly part: Part;
  readonly className?: string;
}) {
  const isHere = state === "on_shelf" && shelf !== "";
  return (
    <span
      className={`rounded-sm px-1.5 text-right font-semibold ${isHere ? "bg-surface-sunken font-sign" : "bg-info-soft text-info text-sm"} ${className}`}
    >
      {isHere ? shelf : partStates[state].label}
    </span>
  );
}

/** Who holds it, with the way there. */
export function HeldLine({ part: { held, quantity, free } }: { readonly part: Part }) {
  if (held === null) return null;
  return (
    <p className="text-warn text-sm font-semibold">
      {free > 0 ? `${quantity - free} of ${quantity} held, the newest for ` : "Held for "}
      <Link to={recordLink(held.ref)} className="text-link">
        {held.ref}
      </Link>
      , invoice {held.invoice_number}
    </p>
  );
}

/** Opens the labels, ready to print. */
export function LabelLink({ numbers }: { readonly numbers: readonly number[] }) {
  return (
    <a
      href={`${stockCalls.labels.path}?numbers=${numbers.join()}`}
      target="_blank"
      rel="noreferrer"
      className={`${toolClasses} px-3 lg:min-h-9`}
    >
      {numbers.length === 1 ? "Print the label" : `Print ${numbers.length} labels`}
    </a>
  );
}
