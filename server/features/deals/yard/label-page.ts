import type { Machine } from "#domain/deals/sale.ts";
import { formatDayAndYear } from "#domain/nz-time.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

/** With capitals only, so that the QR code is small: it leads to the row in the yard, behind sign-in. */
export const labelPath = "/Y";

/** Stays on the machine until it is sold (Secondhand Dealers and Pawnbrokers Act 2004, section 48). */
export async function labelPage(
  { number, name, hold_until: until }: Machine,
  siteOrigin: string,
): Promise<Markup> {
  const code = `M-${number}`;
  // A host has no capitals, so it reads the same.
  const address = `${siteOrigin}${labelPath}/${number}`.toUpperCase();
  return html`<main><h1>${String(number)}</h1><p><strong>${name}</strong></p>
${until === null ? "" : html`<p>On hold to the end of ${formatDayAndYear(new Date(until))}</p>`}
${await qrCode(address)}${await barCode(code)}<p>${code}</p></main>`;
}

/** For a phone's camera. */
export async function qrCode(text: string): Promise<Markup> {
  const { generate } = await import("lean-qr");
  const code = generate(text);
  const rows = Array.from({ length: code.size }, (_, index) => index);
  const squares = rows.flatMap((y) => rows.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`));
  const margin = 4;
  const side = code.size + 2 * margin;
  return drawing("QR code", squares, { margin, top: margin, width: side, height: side });
}

const barHeight = 40;

/** Code 128, for a scanner at the desk. */
async function barCode(text: string): Promise<Markup> {
  // The library is large, and only labels need it.
  const { default: drawer } = await import("bwip-js/node");
  const [drawn] = drawer.raw({ bcid: "code128", text });
  const widths = drawn !== undefined && "sbs" in drawn ? drawn.sbs : [];
  let x = 0;
  const bars = widths.flatMap((width, index) => {
    const left = x;
    x += width;
    return index % 2 === 0 ? [`M${left} 0h${width}v${barHeight}h-${width}z`] : [];
  });
  const margin = 10;
  return drawing(`Bar code ${text}`, bars, { margin, top: 0, width: x + 2 * margin, height: barHeight });
}

interface Size {
  /** The white margin at the left and at the top; in modules, as all but the last. */
  readonly margin: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Black on white: transparent codes are read by nobody. Its place decides how large it is, and a bar code may be lower. */
function drawing(label: string, shapes: readonly string[], size: Size): Markup {
  const { margin, top, width, height } = size;
  const box = `${-margin} ${-top} ${width} ${height}`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" preserveAspectRatio="none" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect x="${String(-margin)}" y="${String(-top)}" width="${String(width)}" height="${String(height)}" fill="#fff"/><path d="${shapes.join("")}"/></svg>`;
}
