import { Parser } from "htmlparser2";

type Attributes = Readonly<Record<string, string>>;

const lineElements = new Set([
  ..."address article aside blockquote body center dd div dl dt fieldset figure footer form".split(" "),
  ..."h1 h2 h3 h4 h5 h6 header html li main nav ol p pre section table tbody tfoot thead tr ul".split(" "),
]);
const spacedElements = new Set("h1 h2 h3 h4 h5 h6 ol p pre table ul".split(" "));
const unseenElements = new Set(["script", "style", "template", "title"]);

/** In UTF-16 units: what people write comes nowhere near. */
export const longest = 1_000_000;
const deepest = 500; // In levels.
const leftOut = "\n\n(The rest of this e-mail is too long to be shown here.)";

/** Webmail shows emoji as pictures. */
const emoji = /^\p{Extended_Pictographic}\P{L}{0,20}$/u;

/** Pictures within the markup: any length, no words. */
const dataUrl = /(["'])data:[^"']{100,}\1/gi;

/**
 * Returns the words of HTML: a line for each block, a space between cells, `> ` before quoted lines, and the address of a link
 * that its words don't name.
 */
export function htmlText(html: string): string {
  const bare = html.replaceAll(dataUrl, '""');
  const writer = new TextWriter();
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      writer.open(name, attributes);
      depth += 1;
      if (depth > deepest) parser.pause();
    },
    onclosetag(name) {
      depth -= 1;
      writer.close(name);
    },
    ontext: (words) => writer.add(words),
  });
  parser.end(bare.slice(0, longest));
  return `${writer.end()}${bare.length > longest || depth > deepest ? leftOut : ""}`;
}

/** Gmail and Apple Mail indent with a `blockquote` as well. */
function isIndent(style: string): boolean {
  return /border:\s*none/i.test(style) && !/border-left/i.test(style);
}

class TextWriter {
  readonly #lines: string[] = [];
  #line = "";
  #isAfterSpace = true;
  /** Before the next line, in a list. */
  #bullet = "";
  #isGapDue = false;
  #unseen = 0;
  #preformatted = 0;
  /** Word's paragraphs have no space between them: the writer pressed Enter twice. */
  #isFromWord = false;
  /** The mark of each open `blockquote`. */
  readonly #quotes: string[] = [];
  /** How many items each open list has. */
  readonly #lists: { readonly isNumbered: boolean; items: number }[] = [];
  #link = { href: "", words: "" };

  open(name: string, { class: names = "", style = "", href = "", alt = "" }: Attributes): void {
    this.#isFromWord ||= names.startsWith("Mso");
    if (lineElements.has(name)) this.#endBlock(name);
    if (unseenElements.has(name)) this.#unseen += 1;
    if (name === "pre") this.#preformatted += 1;
    if (name === "blockquote") this.#quotes.push(isIndent(style) ? "" : "> ");
    if (name === "ol" || name === "ul") this.#lists.push({ isNumbered: name === "ol", items: 0 });
    if (name === "li") this.#bullet = this.#nextBullet();
    if (name === "br") this.#push();
    if (name === "td" || name === "th") this.add(" ");
    if (name === "a") this.#link = { href, words: "" };
    if (name === "img" && emoji.test(alt)) this.add(alt);
  }

  close(name: string): void {
    if (name === "a") this.#endLink();
    if (unseenElements.has(name)) this.#unseen -= 1;
    if (lineElements.has(name)) this.#endBlock(name);
    if (name === "pre") this.#preformatted -= 1;
    if (name === "blockquote") this.#quotes.pop();
    if (name === "ol" || name === "ul") this.#lists.pop();
  }

  add(words: string): void {
    if (this.#unseen > 0) return;
    const isKept = this.#preformatted > 0;
    const lines = isKept ? words.split("\n") : [words.replaceAll(/[ \t\r\n\f]+/g, " ")];
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.#push();
      this.#line += this.#isAfterSpace && !isKept ? line.replace(/^ /, "") : line;
      if (line !== "") this.#isAfterSpace = line.endsWith(" ");
    }
    this.#link.words += words;
  }

  end(): string {
    this.#endBlock("");
    return this.#lines.join("\n");
  }

  #nextBullet(): string {
    const list = this.#lists.at(-1);
    if (list === undefined || !list.isNumbered) return "- ";
    list.items += 1;
    return `${list.items}. `;
  }

  #endBlock(name: string): void {
    // A hard space is an empty line.
    if (this.#line !== "") this.#push();
    this.#isGapDue ||= spacedElements.has(name) && this.#lists.length === 0 && !this.#isFromWord;
  }

  #push(): void {
    const mark = this.#quotes.slice(0, 9).join("");
    const words = this.#line.replaceAll("\u{a0}", " ");
    if (this.#isGapDue && !/^[> ]*$/.test(this.#lines.at(-1) ?? "")) this.#lines.push(mark.trimEnd());
    // The mark of a signature ends with a space (RFC 3676, 4.3).
    const kept = /^-- +$/.test(words) ? "-- " : words.trimEnd();
    this.#lines.push(kept === "" ? mark.trimEnd() : mark + this.#bullet + kept);
    this.#isGapDue = false;
    this.#isAfterSpace = true;
    this.#line = this.#bullet = "";
  }

  #endLink(): void {
    const { href, words } = this.#link;
    const address = href.replace(/^https?:\/\//i, "").replace(/\/$/, "");
    if (address !== href && this.#unseen === 0 && !words.includes(address)) this.#line += ` <${href}>`;
    this.#link = { href: "", words: "" };
  }
}
