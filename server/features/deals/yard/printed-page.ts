import type { FastifyReply } from "fastify";

import { hashedSheet, type Markup, pageSource } from "#server/platform/http/html.ts";

/** Black on white, on screen as on paper. */
const style = `
@page{size:A4;margin:14mm}
body{margin:0 auto;max-width:48rem;padding:1rem;background:#fff;color:#000;font:11pt/1.45 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.15rem;margin:1.5rem 0 .5rem;break-after:avoid}
p{margin:.5rem 0}.small{font-size:.875rem}.pre{white-space:pre-line}
dl{margin:0}dl>div{display:grid;grid-template-columns:14rem minmax(0,1fr);gap:0 1rem;border-top:1px solid #999;padding:.3rem 0;break-inside:avoid}
dt{font-weight:600}dd{margin:0}
.sign{display:grid;grid-template-columns:1fr 1fr;gap:2rem;margin-top:4rem;break-inside:avoid}.sign p{border-top:1px solid #000;padding-top:.3rem}
.label{text-align:center;max-width:100mm}.label h1{font-size:9rem;line-height:1;margin:0}.label p{font-size:1.4rem}.label svg{display:block;margin:0 auto 1rem}
@media print{body{padding:0}}`;
const sheet = hashedSheet(style);

const policy = [
  "default-src 'none'",
  `style-src ${sheet.source}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** A page that staff print: no scripts, nothing from elsewhere. */
export function sendPrinted(reply: FastifyReply, title: string, body: Markup): FastifyReply {
  return reply
    .headers({ "content-security-policy": policy, "x-robots-tag": "noindex" })
    .type("text/html; charset=utf-8")
    .send(pageSource(title, { sheet, body }));
}
