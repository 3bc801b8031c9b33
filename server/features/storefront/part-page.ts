import type { FreightTable, WeightClass } from "#domain/deals/freight.ts";
import { formatCents } from "#domain/deals/money.ts";
import { firm, phoneLink } from "#domain/firm.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { grades } from "#domain/grades.ts";
import { replyPhrase, upperFirst } from "#domain/reply-due.ts";
import { type Fit, type Part, partLabel, partMachine, stockPath } from "#domain/stock/part.ts";
import { choiceAddress, everything, partAddress, partPhotoAddress } from "#domain/stock/stock-address.ts";
import type { PartPage } from "#server/features/deals/parts/public-parts.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import { partCards, price } from "./cards.ts";
import { type Crumb, type ShopPage, trail, trailData } from "./frame.ts";
import { partSummary, productData } from "./product-data.ts";

export function partPage(origin: string, shown: PartPage, freight: FreightTable): ShopPage {
  const { part, standing, similar } = shown;
  const path = partAddress(part);
  const machine = partMachine(part);
  const title = [part.name, machine].filter((text) => text !== "").join(", ");
  const crumbs = crumbsOf(part, path);
  const [photo] = part.photos;
  const main = html`<div class="shop column">${trail(crumbs)}
<div class="offer">${photos(part, title)}
<div class="deal"><div class="head"><h1>${part.name}</h1><p class="muted">${[machine, partLabel(part.number)].filter((text) => text !== "").join(", ")}</p></div>
${standing === "sold" ? "" : html`<p class="cost">${price(part.price_cents)}</p>`}
${stand(shown)}${asking(shown)}${grade(part)}</div>
<div class="more"><dl class="facts">${facts(part, freight)}</dl></div></div></div>
${similar.length === 0 ? "" : html`<section class="in-stock low" aria-labelledby="similar"><div class="column"><h2 id="similar">${standing === "free" ? "More that may fit" : "Others that we have"}</h2>${partCards(similar, { later: true })}</div></section>`}`;
  return {
    path,
    title,
    description:
      `${partSummary(part)} ${part.price_cents === null || standing === "sold" ? "" : `${formatCents(part.price_cents)} including GST.`}`.trim(),
    ...(photo === undefined ? {} : { image: partPhotoAddress(photo.id, 1600) }),
    main,
    data: [productData(origin, shown), trailData(origin, crumbs)],
  };
}

function crumbsOf({ make, name }: Part, path: string): Crumb[] {
  const ofMake = { label: make, path: choiceAddress({ ...everything, make }) };
  return [
    { label: "Parts in stock", path: stockPath },
    ...(make === "" ? [] : [ofMake]),
    { label: name, path },
  ];
}

/** The first one as large as the page has room for, the others as small ones that lead to the large. */
function photos({ photos: [first, ...others] }: Part, title: string): Markup | string {
  if (first === undefined) return "";
  const small = others.map(
    ({ id }, index) =>
      html`<li><a href="${partPhotoAddress(id, 1600)}"><img src="${partPhotoAddress(id, 320)}" width="320" height="240" loading="lazy" alt="Photo ${String(index + 2)} of ${title}"></a></li>`,
  );
  return html`<div class="shots"><a class="first" href="${partPhotoAddress(first.id, 1600)}"><img src="${partPhotoAddress(first.id, 800)}" width="800" height="600" fetchpriority="high" alt="${title}"></a>${small.length === 0 ? "" : html`<ul>${small}</ul>`}</div>`;
}

function stand({ part, standing }: PartPage): Markup {
  if (standing === "sold") return html`<p class="stand not">Sold</p>`;
  if (standing === "held") return html`<p class="stand not">On hold for another customer</p>`;
  const place =
    part.state === "on_shelf"
      ? `On the shelf in ${firm.town}`
      : `Still on the machine in ${firm.town}: we take it off for you`;
  return html`<p class="stand">${part.free > 1 ? `${part.free} pieces. ${place}` : place}</p>`;
}

/** A part that somebody else has leads to a request for one like it. */
function asking({ part, standing }: PartPage): Markup {
  const { number, name, make, model, year } = part;
  const like = Object.entries({ make, model, year: String(year ?? ""), part: name });
  const query = new URLSearchParams(like.filter(([, text]) => text !== "")).toString();
  const [to, label] =
    standing === "free"
      ? [`/request-quote?part=${partLabel(number)}`, "Ask for this part"]
      : [`/request-quote?${query}`, "Ask for one like it"];
  return html`<div class="does"><a class="plain ask" href="${to}">${label}</a><a class="plain" href="${phoneLink()}">${firm.phone}</a>
<p class="muted">Asking is free. We check that it fits, and e-mail you a quote ${replyPhrase(quoteRequest.replyRule)}.</p></div>`;
}

function grade(part: Part): Markup | string {
  const found = grades.find((one) => one.grade === part.grade);
  if (found === undefined) return "";
  return html`<div class="graded"><b aria-hidden="true">${found.grade}</b><p><strong>Grade ${found.grade}: ${found.wear}</strong><br><span class="muted">${upperFirst(found.measure)}.</span></p></div>`;
}

function facts(part: Part, freight: FreightTable): Markup[] {
  const { condition, fits, weight } = part;
  const machine = partMachine(part);
  const list = (texts: readonly string[]) => html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`;
  const fact = (name: string, value: Markup | string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return [
    ...(condition.length === 0 ? [] : [fact("Condition", list(condition))]),
    ...(machine === "" ? [] : [fact("Comes off", `${machine}${numbered(part)}`)]),
    ...(fits.length === 0 ? [] : [fact("Fits", list(fits.map(fitWords)))]),
    ...(weight === null ? [] : [fact("Freight", list(freightLines(freight, weight)))]),
    fact("Part number", partLabel(part.number)),
  ];
}

/** "Honda TRX420FM, 2007 to 2013". */
function fitWords({ from, to, ...machine }: Fit): string {
  const years =
    from === to
      ? String(from ?? "")
      : from === null
        ? `up to ${to}`
        : to === null
          ? `${from} on`
          : `${from} to ${to}`;
  return [partMachine({ ...machine, year: null }), years].filter((text) => text !== "").join(", ");
}

const numbered = ({ machine_number: number }: Part) =>
  number === null ? "" : `, machine ${number} in our yard`;

function freightLines({ zones, rural_cents: rural }: FreightTable, weight: WeightClass): string[] {
  const lines = [
    `${formatCents(zones.north[weight])} to the North Island`,
    `${formatCents(zones.south[weight])} to the South Island`,
  ];
  return rural === 0 ? lines : [...lines, `${formatCents(rural)} more to a rural address`];
}
