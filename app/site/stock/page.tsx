import { createElement } from "react";

import type { PageHandle } from "#app/shared/document/page-meta.ts";

// The frame of `/stock` and of every part's page. Our server fills it in (server/features/storefront/frame.ts).

export const handle: PageHandle = { canonicalPath: () => "/stock-address" };

export const meta = () => [{ title: "stock-head" }];

export default function StockFrame() {
  return createElement("stock-main");
}
