import { modelKey } from "#domain/catalogue/model-keys.ts";
import { partKey } from "#domain/catalogue/part-key.ts";
import { firm } from "#domain/firm.ts";
import { partMachine, stockPath } from "#domain/stock/part.ts";
import { choiceAddress, everything, type StockChoice } from "#domain/stock/stock-address.ts";
import type { StoredPart } from "#server/platform/database/stock-tables.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import { partCards } from "./cards.ts";
import { type ShopPage, trail } from "./frame.ts";
import type { StockGroup } from "./stock-groups.ts";

interface ListView {
  readonly choice: StockChoice;
  readonly parts: readonly StoredPart[];
  readonly hasMore: boolean;
  readonly groups: readonly StockGroup[];
}

const description = () =>
  `Second-hand quad and motorcycle parts on our shelves in ${firm.town}: real photos, grades and prices including GST, sent anywhere in New Zealand.`;

export function listPage({ choice, parts, hasMore, groups }: ListView): ShopPage {
  const { after } = choice;
  const last = parts.at(-1);
  const older =
    hasMore && last !== undefined
      ? html`<a class="plain" rel="next" href="${choiceAddress({ ...choice, after: last.number })}">Older parts</a>`
      : "";
  const newest =
    after === null
      ? ""
      : html`<a class="plain" href="${choiceAddress({ ...choice, after: null })}">Newest first</a>`;
  const main = html`<div class="shop column">${trail([{ label: "Parts in stock", path: stockPath }])}
<div class="head"><h1>${headingOf(choice)}</h1><p class="lead">What you see is what we send: our own photos, graded, priced with GST. Ask for a part, and we check that it fits before you pay.</p></div>
<div class="finder">${chosenLinks(choice)}${filters(choice, groups)}
<div>${partCards(parts, { later: false })}<p class="pager">${newest}${older}<a class="plain" href="/request-quote">Not here? Ask us</a></p></div></div></div>`;
  return {
    path: stockPath,
    title: "Used quad and motorcycle parts in stock",
    description: description(),
    main,
  };
}

function headingOf({ make, model, part }: StockChoice): string {
  const machine = [make, model].filter((text) => text !== "").join(" ");
  if (part !== "") return machine === "" ? `${part}, in stock` : `${part} for ${machine}`;
  return machine === "" ? "Parts in stock" : `${machine} parts in stock`;
}

/** Nothing is for sale, or nothing that is what the address asks for: it is not repeated. */
export function emptyPage(): ShopPage {
  const main = html`<div class="shop column">${trail([{ label: "Parts in stock", path: stockPath }])}
<div class="head"><h1>Nothing like that in stock</h1><p class="lead">We have far more in the yard than we have photos of. Tell us what you need, and we look for it.</p></div>
<p class="pager"><a class="plain ask" href="/request-quote">Get a Quote</a><a class="plain" href="${stockPath}">All parts in stock</a></p></div>`;
  return {
    path: stockPath,
    title: "Used quad and motorcycle parts in stock",
    description: description(),
    main,
  };
}

/** What was chosen; a press takes it away again. */
function chosenLinks({ make, model, part }: StockChoice): Markup | string {
  const links = [
    { text: make, without: { ...everything, part } },
    { text: model, without: { ...everything, make, part } },
    { text: part, without: { ...everything, make, model } },
  ].filter(({ text }) => text !== "");
  if (links.length === 0) return "";
  return html`<p class="chosen">${links.map(({ text, without }) => html`<a href="${choiceAddress(without)}" aria-label="Show more than ${text}">${text}<span aria-hidden="true">×</span></a>`)}</p>`;
}

/** As many as one looks through. */
const linksMost = 40;

interface FilterLink {
  readonly label: string;
  readonly to: StockChoice;
}

function filters({ make, model, part }: StockChoice, groups: readonly StockGroup[]): Markup {
  const key = { ...modelKey({ make, model }), part: partKey(part) };
  const ofMake = groups.filter((group) => key.make === "" || group.key.make === key.make);
  const ofModel = ofMake.filter((group) => key.model === "" || group.key.model === key.model);
  const isPart = (group: StockGroup) => part === "" || group.key.part === key.part;
  const named = { ...everything, part };
  const makes = linksOf(
    groups.filter(isPart),
    ({ key: own }) => own.make,
    (group) => ({
      label: group.make,
      to: { ...named, make: group.make },
    }),
  );
  const models = linksOf(
    ofMake.filter(isPart),
    ({ key: own }) => `${own.make} ${own.model}`,
    (group) => ({
      label: make === "" ? partMachine({ ...group, year: null }) : group.model,
      to: { ...named, make: group.make, model: group.model },
    }),
  );
  const parts = linksOf(
    ofModel,
    ({ key: own }) => own.part,
    (group) => ({
      label: group.name,
      to: { ...everything, make, model, part: group.name },
    }),
  );
  return html`<nav class="narrow" aria-label="Narrow down">${[
    make === "" ? filter("Make", makes) : "",
    model === "" ? filter("Model", models) : "",
    part === "" ? filter("Part", parts) : "",
  ].map((one) => html`${one}`)}</nav>`;
}

function linksOf(
  groups: readonly StockGroup[],
  keyOf: (group: StockGroup) => string,
  linkOf: (group: StockGroup) => FilterLink,
): FilterLink[] {
  const counts = new Map<string, { count: number; readonly group: StockGroup }>();
  for (const group of groups) {
    const known = counts.get(keyOf(group));
    if (known === undefined) counts.set(keyOf(group), { count: group.count, group });
    else known.count += group.count;
  }
  return [...counts.values()]
    .toSorted((one, other) => other.count - one.count)
    .slice(0, linksMost)
    .map(({ group }) => linkOf(group))
    .filter(({ label }) => label !== "")
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

function filter(title: string, links: readonly FilterLink[]): Markup | string {
  if (links.length === 0) return "";
  return html`<details name="narrow"><summary>${title}</summary><ul>${links.map(({ label, to }) => html`<li><a href="${choiceAddress(to)}">${label}</a></li>`)}</ul></details>`;
}
