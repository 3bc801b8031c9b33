import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { JsonLd } from "./structured-data.tsx";

test("no text in the data ends the script", () => {
  const name = "</script><script>alert(1)</script><!--";
  const html = renderToStaticMarkup(createElement(JsonLd, { data: { "@type": "Thing", name } }));
  const [, text = ""] = /^<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(html) ?? [];
  expect(JSON.parse(text)).toEqual({ "@context": "https://schema.org", "@type": "Thing", name });
});
