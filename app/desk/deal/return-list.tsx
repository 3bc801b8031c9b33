import { useIsYard } from "#app/desk/session/user.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { momentText } from "#app/desk/ui/mail-error.ts";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import { formatCents } from "#domain/deals/money.ts";
import { isOpenReturn, returnKinds, returnStates } from "#domain/deals/returns.ts";

/** What the customer sends back, above what decides about it, and a refund to the card that has not arrived. */
export function ReturnList({ deal }: { readonly deal: DealForDesk }) {
  const { now } = useDeskPage();
  const { returns, versions, card_refund: card } = deal;
  const isYard = useIsYard();
  const texts = new Map(versions.flatMap(({ content }) => content.lines.map(({ id, text }) => [id, text])));
  return (
    <>
      {returns.length > 0 && (
        <ul aria-label="Returns" className="grid gap-2 text-sm">
          {returns.map(({ id, kind, lines, words, state, at }) => (
            <li
              key={id}
              className={`rounded-sm border-l-4 px-3 py-1.5 ${isOpenReturn({ state }) ? "border-info bg-info-soft/60" : "border-line"}`}
            >
              <span className="font-semibold">{returnStates[state].desk}</span>: {returnKinds[kind]},{" "}
              {lines.map((line) => texts.get(line) ?? line).join(", ")}{" "}
              <span className="text-ink-muted">{momentText(at, now)}</span>
              <p dir="auto" className="text-base wrap-anywhere whitespace-pre-wrap empty:hidden">
                {words}
              </p>
            </li>
          ))}
        </ul>
      )}
      {!isYard && card !== null && (
        <p className={`text-sm font-semibold ${card.state === "refused" ? "text-danger" : ""}`}>
          {formatCents(card.amount_cents)} to the card{" "}
          {card.state === "pending" ? "is on its way" : `was refused: ${card.error ?? ""}`}
        </p>
      )}
    </>
  );
}
