import { freightPlace, zoneLabels } from "#domain/deals/freight.ts";
import { formatCents, gstText } from "#domain/deals/money.ts";
import {
  choiceGroups,
  type Freight,
  lineCents,
  type QuoteContent,
  type QuoteLine,
} from "#domain/deals/quote.ts";
import { grades } from "#domain/grades.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import type { Typed } from "./page-view.ts";

/** The id of the form that the alternatives and options belong to, wherever they are on the page. */
export const approvalForm = "approve";

/** The lines as frozen. With `typed`, alternatives and options can be chosen. */
export function quoteLines(content: QuoteContent, typed: Typed | null): Markup {
  const { lines } = content;
  const fixed = lines.filter(({ kind }) => kind === "fixed");
  const options = lines.filter(({ kind }) => kind === "option");
  return html`${lineList(fixed)}
${[...choiceGroups(lines)].map(([group, alternatives]) => choiceCards(group, alternatives, typed))}
${options.length === 0 ? "" : optionCards(options, typed)}`;
}

export function lineList(lines: readonly QuoteLine[]): Markup | string {
  if (lines.length === 0) return "";
  return html`<ul class="lines">${lines.map((line) => html`<li class="line">${lineFacts(line)}</li>`)}</ul>`;
}

function lineFacts(line: QuoteLine): Markup {
  const { text, machine, grade, quantity, unit_cents: unit, evidence } = line;
  return html`<span class="what sign">${text}</span><span class="price num">${formatCents(lineCents(line))}</span>
${quantity === 1 ? "" : html`<span class="muted">${String(quantity)} at ${formatCents(unit)} each</span>`}
${machine === null ? "" : html`<span>From: ${machine}</span>`}
${grade === null ? "" : gradeMeaning(grade)}
${evidence.length === 0 ? "" : html`<ul class="facts muted">${evidence.map((fact) => html`<li>${fact}</li>`)}</ul>`}`;
}

function gradeMeaning(letter: NonNullable<QuoteLine["grade"]>): Markup {
  const { wear = "", measure = "" } = grades.find(({ grade }) => grade === letter) ?? {};
  return html`<span class="grade"><span class="badge">Grade ${letter}</span><span>${wear}: ${measure}</span></span>`;
}

function choiceCards(group: string, lines: readonly QuoteLine[], typed: Typed | null): Markup {
  const name = `choice-${group}`;
  const cards = lines.map((line) => {
    const checked = typed?.[name] === line.id ? " checked" : "";
    const input = html`<input type="radio" name="${name}" value="${line.id}" form="${approvalForm}" required${checked}>`;
    return card(line, typed === null ? null : input);
  });
  return html`<fieldset><legend>Choose one</legend><div class="cards">${cards}</div></fieldset>`;
}

function optionCards(lines: readonly QuoteLine[], typed: Typed | null): Markup {
  const cards = lines.map((line) => {
    const name = `option-${line.id}`;
    const checked = typed?.[name] === undefined ? "" : " checked";
    return card(
      line,
      typed === null ? null : html`<input type="checkbox" name="${name}" form="${approvalForm}"${checked}>`,
    );
  });
  return html`<fieldset><legend>Optional extras</legend><div class="cards">${cards}</div></fieldset>`;
}

function card(line: QuoteLine, input: Markup | null): Markup {
  return html`<label class="card">${input ?? html`<span></span>`}<span class="line">${lineFacts(line)}</span></label>`;
}

export function staffWords(words: string | null): Markup | string {
  return words === null ? "" : html`<div class="note pre">${words}</div>`;
}

/** Binding as an express guarantee (Consumer Guarantees Act 1993, section 13). */
export function fitPromise(fitment: string | null): Markup | string {
  return fitment === null ? "" : html`<p>${/^fits?\b/i.test(fitment) ? "" : "Fit: "}${fitment}</p>`;
}

/** What it costs to bring it to the gate, and why. */
export function freightRow(freight: Freight): Markup {
  return html`<div><dt>Freight to the gate<br><span class="muted small">${freightText(freight)}</span></dt><dd class="price num">${formatCents(freight.cents)}</dd></div>`;
}

export function freightText({ service, zone, rural, words }: Freight): string {
  const place = freightPlace(words ?? (zone === null ? "" : zoneLabels[zone]), rural);
  return [service ?? "", place].filter((part) => part !== "").join(", ");
}

export function totalRow(cents: number, label = "Total"): Markup {
  return html`<div class="total"><dt><strong>${label}</strong><br><span class="muted small">${gstText(cents)}</span></dt><dd class="price num">${formatCents(cents)}</dd></div>`;
}
