import { colours } from "#domain/colours.ts";
import { colourSheet } from "#server/features/deals/visitor/pages/style.ts";
import type { Markup } from "#server/platform/http/html.ts";

const sign = `"Barlow Condensed","Sign fallback","Arial Narrow",sans-serif`;

/** Of the cards, which other pages of the site show, too. */
const cardRules = `
.parts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,9.5rem),1fr));gap:1.25rem 1rem}
.part a{display:grid;gap:.5rem;align-content:start;height:100%;color:inherit;text-decoration:none}
.part img{display:block;width:100%;height:auto;aspect-ratio:4/3;object-fit:cover;border-radius:4px;background:var(--surface-sunken)}
.part .name{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;font:700 1.3rem/1.15 ${sign}}
.part:nth-child(n+9){content-visibility:auto;contain-intrinsic-size:auto 22rem}
.part a:hover .name{text-decoration:underline;text-underline-offset:3px;text-decoration-thickness:2px}
.part .off{display:block;color:var(--ink-muted);font-size:.9375rem;line-height:1.35}
.part .cost{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .5rem;font-size:.875rem;color:var(--ink-muted)}
.cost b{font:700 1.4rem/1.2 ${sign};color:var(--ink)}
.in-stock{padding-block:2.5rem}.low{background:var(--surface-sunken)}
.in-stock>.column{display:grid;gap:1.25rem}
.in-stock h2{font:700 clamp(1.875rem,5vw,2.25rem)/1.08 ${sign};margin:0}
.in-stock .more a{font-weight:600;text-decoration:underline;text-underline-offset:3px;display:inline-flex;min-height:2.75rem;align-items:center}
@media(min-width:48rem){.parts{grid-template-columns:repeat(auto-fill,minmax(12.5rem,1fr));gap:2rem 1.25rem}.in-stock .parts{grid-template-columns:repeat(6,minmax(0,1fr))}}
@media(min-width:48rem) and (max-width:70rem){.in-stock .parts{grid-template-columns:repeat(3,minmax(0,1fr))}}`;

const pageRules = `
.trail{display:flex;flex-wrap:wrap;gap:0 .6rem;font-size:.875rem}
.trail a,.trail span{display:inline-flex;min-height:2.75rem;align-items:center}.trail a{text-decoration:underline;text-underline-offset:3px}
.trail li+li::before{content:"/";margin-right:.6rem;opacity:.6;align-self:center}.trail li{display:flex}
@media(max-width:40rem){.trail li:nth-child(n+3):last-child{display:none}}
.shop{padding-bottom:3.5rem}.shop h1{font:700 clamp(2.25rem,8vw,3.25rem)/1.05 ${sign};text-wrap:balance}
.shop h2{font:700 1.625rem/1.1 ${sign}}
.shop .muted{color:var(--ink-muted)}
.head{display:grid;gap:.4rem;padding-bottom:1.25rem}
.head .lead{color:var(--ink-muted);max-width:42rem}
.finder{display:grid;gap:1.5rem}
.chosen{display:flex;flex-wrap:wrap;gap:.5rem}
.chosen a{display:inline-flex;align-items:center;gap:.6rem;min-height:2.75rem;padding:.25rem .9rem;border:1px solid var(--brand);border-radius:4px;background:var(--brand-soft);font-weight:600;text-decoration:none}
.narrow{display:flex;flex-wrap:wrap;gap:.5rem}.narrow details{flex:1 1 6rem;position:relative}.narrow details[open]{flex-basis:100%}
.narrow summary{display:flex;justify-content:space-between;align-items:center;min-height:2.75rem;padding:.25rem .9rem;border:1px solid var(--line-strong);border-radius:4px;background:var(--surface-raised);font:700 1.25rem/1.2 ${sign}}
.narrow summary::after{content:"";width:.5rem;height:.5rem;border:solid;border-width:0 2px 2px 0;rotate:45deg;margin:0 .15rem .25rem .5rem}
.narrow ul{margin-top:.25rem;max-height:19rem;overflow-y:auto}
.narrow li a{display:flex;min-height:2.75rem;align-items:center;padding-inline:.9rem;border-left:2px solid var(--line)}
.narrow li a:hover{border-color:var(--brand);text-decoration:underline}
.pager{display:flex;flex-wrap:wrap;gap:.75rem;padding-top:2rem}
.plain{display:inline-flex;align-items:center;justify-content:center;min-height:3rem;padding:.4rem 1.5rem;border:2px solid currentColor;border-radius:4px;font:600 1.25rem/1.2 ${sign};letter-spacing:.02em;text-decoration:none;text-align:center}
.plain:hover{background:var(--brand-soft)}
.ask{background:${colours.action};color:${colours.actionInk};border-color:${colours.action}}.ask:hover{background:${colours.action};border-color:${colours.actionInk}}
.offer{display:grid;gap:1.25rem}
.shots{display:grid;gap:.5rem;align-content:start}.shots a{display:block}.shots img{display:block;width:100%;height:auto;border-radius:4px;background:var(--surface-sunken)}
.shots .first img{aspect-ratio:3/2;object-fit:contain}
.shots ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(4.5rem,1fr));gap:.5rem}
.deal{display:grid;gap:.75rem;align-content:start}.deal .head{padding:0}
.deal .cost{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .6rem}.deal .cost b{font-size:2.5rem;line-height:1.1}
.deal .does{display:grid;gap:.6rem}
.stand{display:flex;gap:.6rem;align-items:baseline;font-weight:600}.stand::before{content:"";flex:none;width:.7rem;height:.7rem;border-radius:50%;background:var(--brand)}
.stand.not::before{background:var(--warn)}
.graded{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 .9rem;align-items:center}
.graded b{display:grid;place-items:center;width:3rem;height:3rem;border:3px solid var(--brand);border-radius:4px;color:var(--brand);font:700 1.9rem/1 ${sign}}
.facts{border-top:1px solid var(--line)}
.facts>div{display:grid;grid-template-columns:7rem minmax(0,1fr);gap:.1rem 1rem;padding:.7rem 0;border-bottom:1px solid var(--line)}
.facts dt{color:var(--ink-muted)}.facts dd{margin:0}.facts li+li{margin-top:.15rem}
.num{font-variant-numeric:tabular-nums}
@media(max-width:47.99rem){.parts{grid-template-columns:repeat(2,minmax(0,1fr))}}
@media(min-width:48rem){.narrow details,.narrow details[open]{flex:0 1 15rem}.narrow ul{position:absolute;z-index:5;inset:100% auto auto 0;min-width:100%;width:max-content;max-width:24rem;border:1px solid var(--line-strong);border-radius:4px;background:var(--surface-raised)}.narrow li a{border:0}.narrow li a:hover{background:var(--brand-soft)}
.shots .first img{aspect-ratio:4/3}.deal{gap:1rem}.offer{grid-template-columns:minmax(0,6fr) minmax(0,5fr);gap:1.5rem clamp(1.5rem,4vw,3rem)}.offer .deal{grid-area:1/2/span 2}.offer .more{grid-area:2/1}}
@media print{.narrow,.pager,.does{display:none}}`;

// The tag for markup would escape them.
const elementOf = (rules: string): Markup => ({
  source: `<style>${colourSheet}${rules.replaceAll("\n", "")}</style>`,
});

/** For pages that show cards besides their own content. */
export const cardStyle = elementOf(cardRules);
export const shopStyle = elementOf(cardRules + pageRules);
