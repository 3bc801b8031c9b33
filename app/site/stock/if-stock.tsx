import { createElement, type ReactNode } from "react";

import { ButtonLink } from "#app/shared/ui/button.tsx";
import { stockPath } from "#domain/stock/part.ts";

interface IfStockProps {
  readonly children: ReactNode;
  /** What the page has in its place while nothing is in stock. */
  readonly otherwise?: ReactNode;
}

/** What a page has only while parts are in stock: the build writes both pages (scripts/site/stocked-pages.ts). */
export function IfStock({ children, otherwise }: IfStockProps) {
  return (
    <>
      {createElement("if-stock", null, children)}
      {otherwise !== undefined && createElement("if-no-stock", null, otherwise)}
    </>
  );
}

/** The first button of a page, and the one that gives up its place and its colour to it. */
export function StockButton({ to, label }: { readonly to: string; readonly label: string }) {
  const second = (look: "action" | "outline") => (
    <ButtonLink to={to} look={look} className="grow sm:grow-0">
      {label}
    </ButtonLink>
  );
  return (
    <IfStock otherwise={second("action")}>
      <ButtonLink to={stockPath} look="action" className="grow sm:grow-0">
        See Parts in Stock
      </ButtonLink>
      {second("outline")}
    </IfStock>
  );
}

/** Which parts a page shows: those that fit a make, or come off such machines. */
export interface StockMatch {
  readonly make?: string;
  readonly kinds?: string;
}

/** Our server puts the parts that match here (server/features/storefront/stocked-pages.ts). */
export function MatchingParts({ make = "", kinds = "" }: StockMatch) {
  return <IfStock>{createElement("stock-parts", { make, kinds })}</IfStock>;
}
