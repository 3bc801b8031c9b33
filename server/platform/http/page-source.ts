import { createHash } from "node:crypto";

import { business } from "#domain/business.ts";

import { html, type Markup } from "./html.ts";

/** A style sheet, and the source that a policy allows it by. */
export interface Sheet {
  readonly style: string;
  readonly source: string;
}

export function hashedSheet(style: string): Sheet {
  return { style, source: `'sha256-${createHash("sha256").update(style).digest("base64")}'` };
}

/** A page without scripts and without a build, which no search engine lists. */
export function pageSource(
  title: string,
  {
    sheet,
    head = "",
    body,
  }: { readonly sheet: Sheet; readonly head?: Markup | string; readonly body: Markup },
): string {
  // Not by the tag, which would escape it.
  const style: Markup = { source: `<style>${sheet.style}</style>` };
  return html`<!doctype html>
<html lang="en-NZ">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
${head}<title>${title} | ${business.name}</title>
${style}
</head>
<body>${body}</body>
</html>
`.source;
}
