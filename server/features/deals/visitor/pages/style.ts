import { colours, darkColours } from "#domain/colours.ts";

function variables(named: Readonly<Record<string, string>>): string {
  return Object.entries(named)
    .map(
      ([name, colour]) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${colour}`,
    )
    .join(";");
}

const onPaper = {
  ...Object.fromEntries(Object.keys(colours).map((name) => [name, "#fff"])),
  ink: "#000",
  inkMuted: "#333",
  line: "#bbb",
  lineStrong: "#555",
  brand: "#000",
  warn: "#000",
  danger: "#000",
  deepInk: "#000",
  deepMuted: "#333",
  deepLine: "#bbb",
  deepAccent: "#000",
};

/** For characters that Barlow Condensed lacks, like tokens.css has it. */
const fallbackFont = `@font-face{font-family:Sign fallback;src:local("Arial Bold"),local("Arial-BoldMT"),local("Liberation Sans Bold"),local("Roboto Bold"),local("Roboto-Bold");size-adjust:75%;ascent-override:133%;descent-override:27%;line-gap-override:0%}`;

const rules = `
*{box-sizing:border-box}
html{background:var(--surface);color:var(--ink);font:1.0625rem/1.6 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
body,h1,h2,p,ul,ol,dl,dd,figure,fieldset{margin:0;padding:0;border:0;min-width:0}
ul,ol{list-style:none}
h1,h2,.sign{font-family:"Barlow Condensed","Sign fallback","Arial Narrow",sans-serif;font-weight:700;line-height:1.1;text-wrap:balance}
h1{font-size:clamp(2.25rem,8vw,3.25rem)}h2{font-size:1.625rem}
p{text-wrap:pretty}a{color:inherit;text-underline-offset:3px}
:focus-visible{outline:3px solid var(--focus,var(--ink));outline-offset:2px}
.column{width:100%;max-width:74rem;margin:0 auto;padding-inline:clamp(1rem,4vw,2rem)}
.top{border-bottom:1px solid var(--line)}
.top .column{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 1rem;min-height:4rem}
.top a{display:flex;align-items:center;gap:.4rem;min-height:2.75rem;font-weight:600}
.logo{font-size:1.875rem;text-decoration:none;line-height:1;letter-spacing:-.01em}
svg{fill:none;stroke:currentColor;stroke-width:3;stroke-linecap:round;stroke-linejoin:round;width:2.1rem;height:2.1rem;flex:none}
.deep{--focus:var(--deep-ink);background:var(--deep);color:var(--deep-ink);padding:1.75rem 0 1.5rem}
.deep .column{display:grid;gap:.75rem}
.plate{color:var(--deep-accent);font-weight:600;letter-spacing:.02em}
.lead{color:var(--deep-muted);font-size:1.125rem;max-width:40rem}
.track{display:grid;grid-template-columns:repeat(auto-fit,minmax(4.25rem,1fr));gap:.35rem;margin-top:.75rem;max-width:40rem;font-size:.875rem;line-height:1.3;color:var(--deep-muted)}
.track li{border-top:4px solid var(--deep-line);padding-top:.4rem}
.track .done{border-color:var(--deep-accent)}
.track [aria-current]{border-color:var(--deep-accent);color:var(--deep-ink);font-weight:700}
.body{display:grid;gap:2.5rem;padding-block:1.75rem 3.5rem}
.block{display:grid;gap:.875rem;align-content:start}
.prose{max-width:42rem}
.muted{color:var(--ink-muted)}.small{font-size:.9375rem}.num{font-variant-numeric:tabular-nums;white-space:nowrap}
.pre{white-space:pre-line}
.notice{padding-bottom:0}.alert{border:2px solid var(--danger);background:var(--danger-soft);border-radius:4px;padding:.875rem 1rem;display:grid;gap:.4rem}
.alert h2{color:var(--danger)}.alert li{list-style:disc;margin-left:1.25rem}
.note{border-left:4px solid var(--brand);padding:.25rem 0 .25rem 1rem;max-width:42rem}
.lines{border-top:1px solid var(--line)}
.lines>li{border-bottom:1px solid var(--line);padding:1rem 0}
.line{display:flex;flex-wrap:wrap;gap:.3rem 1rem}
.line>*{flex:1 1 100%;min-width:0}
.what{font-size:1.375rem}.line>.what{flex:1 1 9rem}.line>.price{flex:0 0 auto;margin-left:auto}
.price{font-family:"Barlow Condensed","Sign fallback","Arial Narrow",sans-serif;font-weight:700;font-size:1.375rem;line-height:1.1}
.grade{display:flex;flex-wrap:wrap;gap:.15rem .6rem;align-items:baseline}
.badge{font-weight:700;border:2px solid var(--brand);color:var(--brand);border-radius:4px;padding:0 .5rem;white-space:nowrap}
.facts li{padding-left:1rem;position:relative}.facts li::before{content:"";position:absolute;left:0;top:.7em;width:.45rem;height:2px;background:var(--brand)}
.cards{display:grid;gap:.75rem}
legend,.label{font-family:"Barlow Condensed","Sign fallback","Arial Narrow",sans-serif;font-weight:700;font-size:1.375rem;padding:0;margin-bottom:.6rem;line-height:1.2}.field>.label{margin:0}
.card{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 .875rem;border:1px solid var(--line-strong);border-radius:8px;background:var(--surface-raised);padding:.875rem 1rem;cursor:pointer}
.card:has(:checked){border-color:var(--brand);background:var(--brand-soft);box-shadow:inset 0 0 0 1px var(--brand)}
input[type=radio],input[type=checkbox]{width:1.5rem;height:1.5rem;margin:.05rem 0 0;accent-color:var(--brand);flex:none}
.sum{display:grid;gap:.5rem}
.sum>div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem}.sum dd{margin-left:auto}.sum dt{flex:1 1 9rem}
.sum .total{border-top:3px solid var(--ink);padding-top:.6rem;align-items:baseline}
.total dd{font-size:2rem}
table{border-collapse:collapse;width:100%}td,th{padding:.5rem 0;border-top:1px solid var(--line);text-align:left;vertical-align:top;font-weight:400}td+td,th+td,th+th{text-align:right;padding-left:.75rem}
thead th{border:0;font-weight:700;line-height:1.25;vertical-align:bottom}.totals li{display:flex;flex-wrap:wrap;gap:0 1rem;border-top:1px solid var(--line);border-left:4px solid transparent;padding:.5rem .25rem .5rem .5rem}.totals li>span{flex:1 1 8rem}.totals .small{flex:1 0 100%}
.panel{border:1px solid var(--line-strong);border-radius:8px;background:var(--surface-raised);padding:1.125rem}
.tick{display:flex;gap:.75rem;align-items:flex-start;min-height:2.75rem;padding:.35rem 0;cursor:pointer;font-weight:600}
button,.button{font:700 1.3rem/1.2 "Barlow Condensed","Sign fallback","Arial Narrow",sans-serif;letter-spacing:.02em;min-height:3rem;padding:.5rem 1.5rem;border-radius:4px;border:2px solid currentColor;background:transparent;color:inherit;cursor:pointer;justify-self:start;display:inline-flex;align-items:center;justify-content:center;text-decoration:none;text-align:center}
button:hover{background:var(--brand-soft)}
.go{background:${colours.action};color:${colours.actionInk};border-color:${colours.action};justify-self:stretch;font-size:1.5rem;min-height:3.5rem}
.go:hover{background:${colours.action};border-color:${colours.actionInk}}
textarea,select,input[type=text]{font:inherit;width:100%;min-height:3rem;padding:.5rem .75rem;border:1px solid var(--line-strong);border-radius:4px;background:var(--surface-raised);color:var(--ink)}
.field{display:grid;gap:.25rem;font-weight:600}
.pay{display:grid;gap:.75rem}.pay>div{border-top:1px solid var(--line);padding-top:.6rem}
.pay dt{color:var(--ink-muted);font-size:.9375rem}.pay dd{font-size:1.5rem;font-weight:700;line-height:1.25;user-select:all;font-variant-numeric:tabular-nums}
.steps{counter-reset:step}.steps li{counter-increment:step;display:grid;grid-template-columns:2rem minmax(0,1fr);border-top:1px solid var(--line);padding:.75rem 0}
.steps li::before{content:counter(step);font:700 1.75rem/1 "Barlow Condensed","Sign fallback",sans-serif;color:var(--brand)}
.two,.rest{display:grid;gap:2.5rem}.compact h2{font-size:1.375rem}.compact textarea{field-sizing:content}form:has(select:invalid) .after{display:none}
.what::first-letter,td:first-child::first-letter{text-transform:uppercase}
summary{min-height:2.75rem;padding-block:.6rem;cursor:pointer}
.photos{display:grid;grid-template-columns:repeat(auto-fill,minmax(6.5rem,1fr));gap:.5rem;max-width:42rem}.photos:not(:has(>:nth-child(2))){grid-template-columns:minmax(0,20rem)}.photos img{display:block;width:100%;height:auto;aspect-ratio:4/3;object-fit:cover;border-radius:4px;background:var(--line)}
.foot{border-top:1px solid var(--line);padding-top:1.5rem}
.mono{font-family:ui-monospace,monospace;font-size:.875rem;overflow-wrap:anywhere}
.links{display:flex;flex-wrap:wrap;gap:0 1.25rem}.links a{min-height:2.75rem;display:inline-flex;align-items:center}
@media print{.pair{grid-template-columns:1fr 1fr}}@media (min-width:48rem){.two{grid-template-columns:1fr 1fr;gap:2.5rem}}
@media (min-width:62rem){.body.wide{grid-template-columns:minmax(0,1fr) 24rem;gap:2.5rem 4rem}.wide>.quote{grid-area:1/1}.wide>.side{grid-area:1/2/span 2;align-self:start;position:sticky;top:1rem}.wide>.rest{grid-area:2/1}}
@media print{@page{size:A4;margin:14mm 14mm 18mm;@bottom-right{content:"Page " counter(page) " of " counter(pages);font:9pt sans-serif}}html{font-size:10.5pt;line-height:1.4}.column{max-width:none;padding:0}form,.top a[href^=tel],.links,.noprint,.track{display:none!important}.deep{padding:.5rem 0}.body,.body.wide{display:block;padding:0}.body>*{margin-top:1rem}h2{break-after:avoid}tr,.line,.card,.panel,.block,.together{break-inside:avoid}.quote,.rest>.block{break-inside:auto}tfoot{display:table-row-group}tfoot tr,tbody tr:last-child,.together{break-before:avoid}.card,.panel{border-color:#bbb}.num,.pay dd{font-variant-numeric:normal}.price,.what,h2,.pay dd,.total dd{font-size:1.2em}h1{font-size:1.8em}.invoice .pay{grid-template-columns:repeat(3,auto)}.invoice .block{gap:.3rem}td,th{padding:.25rem 0}.foot{padding:0}}
`;

const light = `:root{color-scheme:light dark;${variables(colours)}}`;
const dark = `@media screen and (prefers-color-scheme:dark){:root{${variables(darkColours)}}}`;
const paper = `@media print{:root{color-scheme:light;${variables(onPaper)}}}`;
/** The colours as variables, in light, in dark and on paper. */
export const colourSheet = `${light}${dark}${paper}`;
const sheet = `${fallbackFont}${colourSheet}${rules.replaceAll("\n", "")}`;

/** All pages of a deal have the same sheet. `signFont` is the rule that holds the font for headings, if there is one. */
export function dealStyle(signFont: string | null): string {
  return `${signFont ?? ""}${sheet}`;
}
