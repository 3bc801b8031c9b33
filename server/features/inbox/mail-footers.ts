import type { Kind, MailLines } from "./quote-header.ts";

const device = "(?:iPhone|iPad|Galaxy|Samsung|Android|Huawei|OPPO|Pixel|Xperia|Nokia|phone|mobile|tablet)";
const model =
  "(?:Galaxy|Note|Tab|Pro|Max|Plus|Ultra|Mini|SE|\\d+\\w?|[AS]\\d+|\\dG|phone|smartphone|tablet|device)";
const program =
  "(?:Outlook|Mail|Yahoo Mail|AOL|Proton Mail|Gmail|Xtra|Xtra Mail|Samsung|Samsung Email|eM Client)";
const platform = "(?:for|on|app|mobile|secure|email|webmail|iOS|Android|iPhone|iPad|Windows|Mac|\\d+)";
const footers = [
  `(?:Sent from|(?:I )?tukuna mai i) (?:my|taku) (?:\\w+ )?${device}(?: ${model})*`,
  `(?:Sent (?:from|with)|Get) (?:the )?(?:all new )?${program}(?: ${platform})*`,
  "Yahoo Mail: Search, Organi[sz]e, Conquer",
].map((footer) => new RegExp(`^${footer}[.!]?$`, "i"));

function isFooter(line: string): boolean {
  const words = line.slice(0, 300).replaceAll(/\s*[<(]https?:[^\s>)]*[>)]|[[\]]/g, "");
  return footers.some((footer) => footer.test(words.trim()));
}

const signatureMost = 10; // In lines.

/** At the end of what the customer wrote: footers of phones, and a signature below `-- ` (RFC 3676, 4.3). */
export function foldFooters(mail: MailLines): void {
  const { lines, kinds } = mail;
  foldFootnotes(mail);
  let below = 0;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    if (kinds[at] === "quoted" || kinds[at] === "header") below = 0;
    if (kinds[at] !== "own") continue;
    const isSignature = lines[at] === "-- " && below <= signatureMost;
    if (isSignature || (below === 0 && isFooter(lines[at] ?? ""))) {
      kinds.fill("footer", at, at + 1);
      for (let end = at + 1; below > 0; end += 1) {
        if (kinds[end] !== "own") continue;
        kinds[end] = "footer";
        below -= 1;
      }
    } else below += 1;
  }
}

const footnote = /^\[\d{1,3}\](?= \S+$)/;

/** Below the mail, programs that turn HTML into text write the addresses of links: those that only the quote names belong to it. */
function foldFootnotes({ lines, kinds }: MailLines): void {
  const title = lines.lastIndexOf("Links:");
  const [rule = "", ...notes] = lines.slice(title + 1, kinds.lastIndexOf("own") + 1);
  const numbers = notes.map((note) => footnote.exec(note)?.[0]);
  if (title === -1 || notes.length === 0 || !/^-{3,}$/.test(rule)) return;
  const textOf = (wanted: Kind) => lines.filter((_, at) => at < title && kinds[at] === wanted).join("\n");
  const [own, quoted] = [textOf("own"), textOf("quoted")];
  if (numbers.every((number) => number !== undefined && quoted.includes(number) && !own.includes(number)))
    kinds.fill("quoted", title);
}
