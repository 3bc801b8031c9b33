import { colours } from "#domain/colours.ts";
import { firm } from "#domain/firm.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly href?: string;
}

export interface MailContent {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly facts: readonly Fact[];
  readonly button?: { readonly label: string; readonly href: string };
  readonly footer: string;
}

const { surface, surfaceRaised, ink, inkMuted, line, brand, brandInk, action, actionInk } = colours;
/** Inherited everywhere, so that no long word makes a mail wider than the phone. */
const text = "font-family:Arial,Helvetica,sans-serif;overflow-wrap:anywhere;word-break:break-word";
const pageHead = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">`;

/** A table with inline styles: mail clients support neither style sheets nor our fonts. */
export function mailHtml(content: MailContent): string {
  const { heading, paragraphs, facts, button, footer } = content;
  return html`<!doctype html>
<html lang="en-NZ"><head>${pageHead}<title>${heading}</title></head>
<body style="margin:0;padding:0;background:${surface}">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellspacing="0" cellpadding="0" style="width:100%;max-width:600px;background:${surfaceRaised};border:1px solid ${line};${text};color:${ink}">
<tr><td style="background:${brand};color:${brandInk};padding:16px 24px;font-size:18px;font-weight:bold">${firm.trading_name}</td></tr>
<tr><td style="padding:24px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${heading}</h1>
${paragraphs.map(paragraph)}
${facts.length === 0 ? "" : factTable(facts)}
${button === undefined ? "" : buttonMarkup(button)}
</td></tr>
<tr><td style="padding:16px 24px;border-top:1px solid ${line};color:${inkMuted};font-size:13px;line-height:20px">${footer}</td></tr>
</table></td></tr></table></body></html>`.source;
}

/** A plain letter: what staff wrote. */
export function letterHtml(words: string): string {
  return html`<!doctype html>
<html lang="en-NZ"><head>${pageHead}</head>
<body style="${text}">${inParagraphs(words).map(paragraph)}</body></html>`.source;
}

export function inParagraphs(words: string): string[] {
  return words.split(/\n{2,}/);
}

function paragraph(words: string): Markup {
  return html`<p style="margin:0 0 16px;font-size:16px;line-height:24px">${inLines(words)}</p>`;
}

/** Breaks lines with elements, because Outlook ignores `white-space`. */
function inLines(words: string): Markup[] {
  return words.split("\n").map((one, index) => (index === 0 ? html`${one}` : html`<br>${one}`));
}

function factTable(facts: readonly Fact[]): Markup {
  return html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 16px;border-collapse:collapse">${facts.map(factRow)}</table>`;
}

function factRow({ label, value, href }: Fact): Markup {
  const shown =
    href === undefined ? inLines(value) : html`<a href="${href}" style="color:${brand}">${value}</a>`;
  return html`<tr>
<td valign="top" style="padding:8px 12px 8px 0;border-top:1px solid ${line};color:${inkMuted};font-size:14px;line-height:20px;width:28%;overflow-wrap:normal;word-break:normal">${label}</td>
<td valign="top" style="padding:8px 0;border-top:1px solid ${line};font-size:16px;line-height:22px">${shown}</td>
</tr>`;
}

function buttonMarkup({ label, href }: { label: string; href: string }): Markup {
  return html`<p style="margin:24px 0 0"><a href="${href}" style="display:inline-block;background:${action};color:${actionInk};padding:12px 20px;font-size:16px;font-weight:bold;text-decoration:none">${label}</a></p>`;
}

export function mailText(content: MailContent): string {
  const width = Math.max(0, ...content.facts.map((fact) => fact.label.length)) + 2;
  const facts = content.facts.map(({ label, value }) => {
    const indented = value.replaceAll("\n", `\n${" ".repeat(width)}`);
    return `${`${label}:`.padEnd(width)}${indented}`;
  });
  const button = content.button === undefined ? [] : [`${content.button.label}:\n${content.button.href}`];
  const blocks = [
    content.heading,
    ...content.paragraphs,
    facts.join("\n"),
    ...button,
    `-- \n${content.footer}`,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}
