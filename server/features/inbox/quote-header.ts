/** What a line is: `quoted` also where nothing marks it, `footer` for what a program adds to a customer's words. */
export type Kind = "blank" | "own" | "quoted" | "footer";

export interface Mail {
  readonly lines: readonly string[];
  readonly kinds: Kind[];
}

/** The lines before a quote that say whose it is; `to` is the first one after them. */
export interface Header {
  readonly from: number;
  readonly to: number;
}

/** Of the headers that Outlook, Samsung and Zimbra put before a quote, also in bold; in te reo Māori as well. */
const labels = {
  from: /^\*{0,2}(?:From|Mai|Mai i|Nā) ?:\*{0,2} *\S/iu,
  date: /^\*{0,2}(?:Sent|Date|I tukuna|Te rā|Rā) ?:\*{0,2} *\S.*\d/iu,
  to: /^\*{0,2}(?:To|Cc|Ki|Ki a) ?:\*{0,2} *\S/iu,
  subject: /^\*{0,2}(?:Subject|Kaupapa) ?:/iu,
};

export function labelOf(line = ""): string | undefined {
  return Object.entries(labels).find(([, pattern]) => pattern.test(line.slice(0, 400)))?.[0];
}

/** From, date and one more, each of up to three lines. */
export function labelledHeader({ lines, kinds }: Mail, from: number): Header | null {
  if (kinds[from] !== "own" || labelOf(lines[from]) !== "from") return null;
  const seen = new Set<string>();
  let to = from;
  for (let at = from; at < to + 3 && at < lines.length && kinds[at] !== "quoted"; at += 1) {
    const label = labelOf(lines[at]);
    if (label === undefined) continue;
    if (label === "from" && at > from) break;
    seen.add(label);
    to = at + 1;
  }
  return seen.size >= 3 && seen.has("date") ? { from, to } : null;
}

const opener = /^\s*(?:On|I te)\s/;
/** Of English and te reo Māori; other languages have an address in brackets. */
const wrote = /\bwrote\b|\btuhia?\b|<\S+@\S+>/i;
export const dated = /\b20\d\d\b|\d{1,2}[/.]\d{1,2}[/.]\d{2}|\d{1,2}[:.]\d{2}/;
export const addressed = /\S@\S/;

/** "On 26/11/2026, at 2:02 pm, NAME <ADDRESS> wrote:" on up to four lines that end with `last`, in any language. */
export function wroteHeader({ lines, kinds }: Mail, last: number): Header | null {
  if (!/(?::|\bwrote ?-{2,})$/.test((lines[last] ?? "").slice(-400).trimEnd())) return null;
  let found: Header | null = null;
  let words = "";
  for (let from = last; from > last - 4 && kinds[from] === "own"; from -= 1) {
    const line = (lines[from] ?? "").slice(-400);
    words = `${line} ${words}`;
    const isOne = opener.test(line) || (found === null && wrote.test(words));
    if (isOne && dated.test(words)) return { from, to: last + 1 };
    if (wrote.test(words) && addressed.test(words)) found ??= { from, to: last + 1 };
  }
  return found;
}
