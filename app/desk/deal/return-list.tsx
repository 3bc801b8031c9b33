import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { momentText } from "#app/desk/ui/mail-error.ts";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import { formatCents } from "#domain/deals/money.ts";
import { isOpenReturn, returnKinds, type ReturnState } from "#domain/deals/returns.ts";

import { openReturn } from "./deal-tools.ts";

const labels: Readonly<Record<ReturnState, string>> = {
  asked: "Return asked",
  agreed: "Return agreed",
  refused: "Return refused",
  received: "Return received",
  closed: "Return closed",
};

type Deal = Pick<DealForDesk, "returns" | "versions" | "card_refund">;

/** What the customer wants to send back, above what decides about it. */
export function OpenReturn({ deal }: { readonly deal: Deal }) {
  const open = openReturn(deal);
  if (open === null) return null;
  return (
    <div
      role="group"
      aria-label="Return"
      className="border-info bg-info-soft/60 rounded-sm border-l-4 px-3 py-1.5"
    >
      <ReturnText one={open} deal={deal} />
    </div>
  );
}

/** Those that are settled, and a refund to the card that has not arrived. */
export function Returns({ deal }: { readonly deal: Deal }) {
  const { returns, card_refund: card } = deal;
  const settled = returns.filter((one) => !isOpenReturn(one));
  return (
    <>
      {settled.length > 0 && (
        <ul aria-label="Returns" className="grid gap-2">
          {settled.map((one) => (
            <li key={one.id}>
              <ReturnText one={one} deal={deal} />
            </li>
          ))}
        </ul>
      )}
      {card !== null && (
        <p className={`text-sm font-semibold ${card.state === "refused" ? "text-danger" : ""}`}>
          {formatCents(card.amount_cents)} to the card{" "}
          {card.state === "pending" ? "is on its way" : `was refused: ${card.error ?? ""}`}
        </p>
      )}
    </>
  );
}

interface ReturnTextProps {
  readonly one: DealForDesk["returns"][number];
  readonly deal: Deal;
}

function ReturnText({ one: { kind, lines, words, state, at }, deal: { versions } }: ReturnTextProps) {
  const { now } = useDeskPage();
  const texts = new Map(versions.flatMap(({ content }) => content.lines.map(({ id, text }) => [id, text])));
  return (
    <div className="text-sm">
      <p>
        <span className="font-semibold">{labels[state]}</span>: {returnKinds[kind]},{" "}
        {lines.map((line) => texts.get(line) ?? line).join(", ")}{" "}
        <span className="text-ink-muted">{momentText(at, now)}</span>
      </p>
      {words !== "" && (
        <p dir="auto" className="text-base wrap-anywhere whitespace-pre-wrap">
          {words}
        </p>
      )}
    </div>
  );
}
