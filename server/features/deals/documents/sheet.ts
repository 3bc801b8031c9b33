import { readFileSync } from "node:fs";
import { join } from "node:path";

import type PDFDocument from "pdfkit";

type Pdf = InstanceType<typeof PDFDocument>;
export type Element = ReturnType<Pdf["struct"]>;

/** In points, on A4. */
export const edges = { left: 48, right: 547, top: 48, bottom: 780, foot: 800 } as const;

/** The characters that our own font has; the wide one writes any text with others. */
const inBarlow =
  /^[\u0020-\u007E\u00A0-\u024F\u02B9-\u02BF\u1E00-\u1EFF\u2010-\u2022\u2026\u2030\u2039\u203A\u2044\u20A0-\u20BF\u2116\u2122\u2190-\u2193\u2212]*$/u;

const fontFile = (name: string) => readFileSync(join(import.meta.dirname, "fonts", `${name}.ttf`));

/** Read with the first document. */
let fonts: Readonly<Record<FontWeight | "wide", Buffer>> | null = null;

type FontWeight = "normal" | "bold";

interface Style {
  readonly size?: number;
  readonly weight?: FontWeight;
}

export interface SheetCell extends Style {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly align: "left" | "right";
}

interface TextColumn {
  readonly x?: number;
  readonly width?: number;
}

const usual = 9.5;
const stepOf = ({ size = usual }: Style) => size * 1.4;

/**
 * Writes tagged text from the top of the first page to the foot of the last. Text is broken into lines here, so that a cell of any
 * length reaches over pages; pdfkit's own table cuts it.
 */
export class Sheet {
  readonly #pdf: Pdf;
  readonly #root: Element;
  /** Repeats the heading of a table on each new page; null outside a table. */
  #onNextPage: (() => void) | null = null;
  y: number = edges.top;

  constructor(pdf: Pdf) {
    fonts ??= {
      normal: fontFile("barlow-400"),
      bold: fontFile("barlow-600"),
      wide: fontFile("dejavu-condensed"),
    };
    for (const [name, font] of Object.entries(fonts)) pdf.registerFont(name, font);
    this.#pdf = pdf;
    this.#root = pdf.struct("Document");
    pdf.addStructure(this.#root);
  }

  /** Writes a paragraph or heading, one text below the other. */
  block(tag: "H1" | "P", texts: readonly string[], { x, width, ...style }: TextColumn & Style = {}): void {
    const element = this.#child(this.#root, tag);
    const place = { x: x ?? edges.left, width: width ?? edges.right - edges.left, align: "left" } as const;
    for (const text of texts) this.#cells([{ tag, element, cell: { ...place, ...style, text } }]);
    element.end();
  }

  /** Calls `rows` to write the rows. The heading is on each page that the table reaches. */
  table(heading: readonly SheetCell[], rows: (table: Element) => void): void {
    const table = this.#child(this.#root, "Table");
    this.row(table, heading, { scope: "Column", headings: heading.length });
    this.#onNextPage = () => {
      for (const cell of heading) this.#asArtifact(() => this.#draw(cell, cell.text));
      this.y += stepOf(heading[0] ?? {}) + 4;
    };
    rows(table);
    this.#onNextPage = null;
    table.end();
  }

  /** The first `headings` cells are headings, of their column or of the row. */
  row(
    table: Element,
    cells: readonly SheetCell[],
    { scope = "Row", headings = 0 }: { readonly scope?: "Row" | "Column"; readonly headings?: number } = {},
  ): void {
    const row = this.#child(table, "TR");
    const tagged = cells.map((cell, index) => {
      const tag = index < headings ? "TH" : "TD";
      const element = this.#child(row, tag, index < headings ? { scope } : {});
      return { tag, element, cell };
    });
    this.#cells(tagged);
    for (const { element } of tagged) element.end();
    row.end();
    this.y += 4;
    this.#asArtifact(() => this.#rule());
  }

  /** Ends the document: `foot` is at the bottom of each page. */
  end(foot: (page: number, pages: number) => string): void {
    this.#root.end();
    const { start, count } = this.#pdf.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#pdf.switchToPage(start + page);
      this.y = edges.foot;
      const cell = { x: edges.left, width: edges.right - edges.left, align: "right", size: 8.5 } as const;
      const text = foot(page + 1, count);
      this.#asArtifact(() => this.#draw({ ...cell, text }, text));
    }
  }

  #child(parent: Element, tag: string, options: object = {}): Element {
    const element = this.#pdf.struct(tag, options);
    parent.add(element);
    return element;
  }

  /** Writes cells side by side, line by line: each continues on the next page if this one is full. */
  #cells(
    cells: readonly { readonly tag: string; readonly element: Element; readonly cell: SheetCell }[],
  ): void {
    const broken = cells.map(({ tag, element, cell }) => ({ tag, element, cell, lines: this.#broken(cell) }));
    const steps = Math.max(...broken.map(({ lines }) => lines.length));
    for (let step = 0; step < steps; step += 1) {
      const height = Math.max(...cells.map(({ cell }) => stepOf(cell)));
      if (this.y + height > edges.bottom) this.#nextPage();
      for (const { tag, element, cell, lines } of broken) {
        const line = lines[step];
        if (line === undefined) continue;
        element.add(this.#pdf.markStructureContent(tag));
        this.#draw(cell, line);
        this.#pdf.endMarkedContent();
      }
      this.y += height;
    }
  }

  #nextPage(): void {
    this.#pdf.addPage();
    this.y = edges.top;
    this.#onNextPage?.();
  }

  #broken(cell: SheetCell): string[] {
    return cell.text.split("\n").flatMap((text) => this.#brokenLine(text, cell));
  }

  /** A word that is longer than the line is broken, too. */
  #brokenLine(text: string, { width, ...style }: SheetCell): string[] {
    this.#useFont(text, style);
    const space = this.#pdf.widthOfString(" ");
    const lines: string[] = [];
    let [line, used] = ["", 0];
    for (const word of text.split(" ").flatMap((each) => this.#pieces(each, width))) {
      const wide = this.#pdf.widthOfString(word);
      if (line !== "" && used + space + wide > width) {
        lines.push(line);
        [line, used] = [word, wide];
      } else [line, used] = line === "" ? [word, wide] : [`${line} ${word}`, used + space + wide];
    }
    return [...lines, line];
  }

  #pieces(word: string, width: number): string[] {
    if (this.#pdf.widthOfString(word) <= width) return [word];
    const pieces: string[] = [];
    let piece = "";
    for (const character of word) {
      if (this.#pdf.widthOfString(piece + character) > width) {
        pieces.push(piece);
        piece = "";
      }
      piece += character;
    }
    return [...pieces, piece];
  }

  #draw({ x, width, align, ...style }: SheetCell, line: string): void {
    this.#useFont(line, style);
    const left = align === "left" ? x : x + width - this.#pdf.widthOfString(line);
    this.#pdf.text(line, left, this.y, { lineBreak: false });
  }

  #useFont(text: string, { weight = "normal", size = usual }: Style): void {
    this.#pdf.font(inBarlow.test(text) ? weight : "wide").fontSize(size);
  }

  #rule(): void {
    const y = this.y - 3;
    this.#pdf.moveTo(edges.left, y).lineTo(edges.right, y).lineWidth(0.5).strokeColor("#999999").stroke();
    this.#pdf.fillColor("#000000");
    this.y += 3;
  }

  #asArtifact(draw: () => void): void {
    this.#pdf.markContent("Artifact", { type: "Pagination" });
    draw();
    this.#pdf.endMarkedContent();
  }
}
