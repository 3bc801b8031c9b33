import type { FastifyReply } from "fastify";

import { hashedSheet, type Markup, pageSource, type Sheet } from "#server/platform/http/html.ts";

/** Black on white, on screen as on paper. */
const common = `
body{margin:0 auto;max-width:48rem;padding:1rem;background:#fff;color:#000;font:11pt/1.45 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.15rem;margin:1.5rem 0 .5rem;break-after:avoid}
p{margin:.5rem 0}@media print{body{padding:0}}`;

const onA4 = `@page{size:A4;margin:14mm}${common}
.small{font-size:.875rem}.pre{white-space:pre-line}
dl{margin:0}dl>div{display:grid;grid-template-columns:14rem minmax(0,1fr);gap:0 1rem;border-top:1px solid #999;padding:.3rem 0;break-inside:avoid}
dt{font-weight:600}dd{margin:0}
.sign{display:grid;grid-template-columns:1fr 1fr;gap:2rem;margin-top:4rem;break-inside:avoid}.sign p{border-top:1px solid #000;padding-top:.3rem}
`;

/** Fills whatever label is in the printer, up to 100 mm. */
const onLabel = `@page{margin:3mm}${common}
main{--u:min(1vw,.65vh,1mm);width:calc(100*var(--u));max-width:100%;margin:0 auto;text-align:center;break-inside:avoid}
h1{font-size:calc(28*var(--u));line-height:.95;margin:0;white-space:nowrap}p{font-size:calc(5*var(--u));line-height:1.15;margin:var(--u) 0}strong{font-size:1.4em;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
svg{display:block;margin:calc(2*var(--u)) auto 0;width:calc(62*var(--u));height:auto}svg+svg{width:100%;height:calc(18*var(--u))}
@media screen{main{--u:1mm}}`;

/** One label of 62 × 29 mm a page, as every printer of labels has them. */
const onPartLabel = `@page{size:62mm 29mm;margin:0}${common}
body{padding:0;max-width:none}article{box-sizing:border-box;width:62mm;height:29mm;padding:1.5mm;display:grid;grid-template-columns:24mm minmax(0,1fr);gap:1mm;align-items:center;overflow:hidden;break-after:page;break-inside:avoid}
article:last-child{break-after:auto}svg{width:24mm;height:24mm}h1{font-size:8mm;line-height:1;margin:0 0 .5mm}
p{font-size:2.7mm;line-height:1.2;margin:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}p:last-child{font-weight:600}strong{font-size:3.4mm;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;white-space:normal}
@media screen{article{margin:2mm;border:1px dashed #999}}`;

const papers = { A4: hashedSheet(onA4), label: hashedSheet(onLabel), part: hashedSheet(onPartLabel) };

const policyOf = ({ source }: Sheet) =>
  [
    "default-src 'none'",
    `style-src ${source}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** A page that staff print: no scripts, nothing from elsewhere. */
export function sendPrinted(
  reply: FastifyReply,
  {
    title,
    body,
    paper,
  }: { readonly title: string; readonly body: Markup; readonly paper: keyof typeof papers },
): FastifyReply {
  const sheet = papers[paper];
  return reply
    .headers({ "content-security-policy": policyOf(sheet), "x-robots-tag": "noindex" })
    .type("text/html; charset=utf-8")
    .send(pageSource(title, { sheet, body }));
}
