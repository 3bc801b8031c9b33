import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { exampleFacts, firm, firmOf, setFirm } from "#domain/firm.ts";

import { newWords } from "./new-words.ts";
import { parseMail } from "./parse-mail.ts";

const folder = join(import.meta.dirname, "../../../tests/replies");

interface Reply {
  readonly name: string;
  readonly expected: string;
  readonly words: string;
  readonly full: string;
}

/** Each message of the folder, with the line ends that mail has. */
async function readReplies(): Promise<Reply[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".eml"));
  return Promise.all(
    names.map(async (name) => {
      const source = await readFile(join(folder, name), "utf8");
      const expected = await readFile(join(folder, name.replace(/eml$/, "txt")), "utf8");
      const mail = await parseMail(Buffer.from(source.replaceAll("\n", "\r\n")));
      return { name, expected: expected.trimEnd(), ...newWords(mail!) };
    }),
  );
}

/** Whether `text` has all words of `expected`, in order. */
function hasEveryWord(text: string, expected: string): boolean {
  const words = text.split(/\s+/);
  let at = 0;
  for (const word of expected.split(/\s+/)) {
    at = words.indexOf(word, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

test("of what mail programs send, exactly the new words are shown, and the whole is there", async () => {
  const replies = await readReplies();
  expect(replies.length).toBeGreaterThan(90);
  const losing = replies.filter(({ words, expected }) => !hasEveryWord(words, expected));
  expect(losing.map(({ name }) => name)).toEqual([]);
  const inexact = replies.filter(({ words, expected }) => words !== expected);
  expect(inexact.map(({ name }) => name)).toEqual([]);
  const partial = replies.filter(({ words, full }) => !hasEveryWord(full, words));
  expect(partial.map(({ name }) => name)).toEqual([]);
});

test("replies to mails that we sent under a former name are read as they were", async () => {
  const named = firm;
  onTestFinished(() => setFirm(named));
  setFirm(
    firmOf({ ...exampleFacts, trading_name: "Kauri & Sons" }, { former_names: ["QuadKea"], accounts: [] }),
  );
  const replies = await readReplies();
  const inexact = replies.filter(({ words, expected }) => words !== expected);
  expect(inexact.map(({ name }) => name)).toEqual([]);
});

const header = "From: QuadKea <website@quadkea.example>\nSent: 26 November 2026 2:02 pm\nTo: Hemi";

const quoted = "\n> Your quote is ready\n> Hi Jack,\n> See it and approve";
const footnotes = "\n\nLinks:\n------\n[1] https://a.example/1\n[2] https://b.example/2";
const forwarded = (sender: string) =>
  `See this\n\n-------- Original Message --------\nSubject: A shaft\nDate: Thu, 19 Nov 2026 05:00:43 +0000\nFrom: ${sender}\n\nThe shaft is here.\n\nQuadKea, Whangārei`;

test.for([
  ["On 2026-11-19 18:00, QuadKea wrote:"],
  ["On Thu, 2026-11-19 at 05:00 +0000, QuadKea wrote:"],
  ["On Thu,\n2026-11-19 at 05:00 +0000, QuadKea wrote:"],
  ["On \n2026-11-19 18:00, QuadKea wrote:"],
  ["On Thu, Nov 19, 2026 at 05:00:43AM +0000, QuadKea wrote:"],
  ['On Thu, 19 Nov 2026 05:00:43 +0000\n"QuadKea" <website@quadkea.example> wrote:\n'],
  ["I te 26/11/2026 2:02 pm, i tuhi a QuadKea:"],
  ["From: QuadKea <website@quadkea.example>\nSent: 26/11/2026 2:02 pm\nTo: Jack\n"],
])("words that touch the header are shown, the header is not: %j", ([above]) => {
  for (const words of ["Yes.\n\nRing me first.", "Yes.\n\nOn 3 Dec at 9:30\nsomebody is at the gate"])
    expect(newWords({ text: `${words}${above}${quoted}` }).words).toBe(words);
});

test.for([
  ["links of the quote below it", `Yes.\n\nOn 19/11/26, QuadKea wrote:${quoted} [1] [2]${footnotes}`, "Yes."],
  ["our mail forwarded, subject first", forwarded("QuadKea <website@quadkea.example>"), "See this"],
  [
    "a line above a header of its own",
    `On 3/12/26 ring first\n"QuadKea" <a@quadkea.example> wrote:${quoted}`,
    "On 3/12/26 ring first",
  ],
  [
    "a quote of a quote",
    `Yes.\n\nOn 20/11/26, QuadKea wrote:${quoted}\n>\n> On 19/11/26, Jo <jo@example.com> wrote:\n>> Is it new?`,
    "Yes.",
  ],
  ["a header in German", `Ja.\n\nAm 26.11.26 um 14:02 schrieb QuadKea <a@quadkea.example>:${quoted}`, "Ja."],
  ["a label that touches labels", `Yes.\n\nFrom: Jack${header}${quoted}`, "Yes.\n\nFrom: Jack"],
])("only new words are shown: %s", ([, text = "", words]) => {
  expect(newWords({ text }).words).toBe(words);
});

test.for([
  ["a header without us", "See this\n\nFrom: Trish\nSent: 26/11/2026 2:02 pm\nTo: Hemi\n\nWrong shaft."],
  ["words of a header that is none", "From: what I see\nTo: be fair\nSent: 2 photos to QuadKea"],
  ["words that point into the quote", `My notes are in red\n\n${header}\n\nGrade B (is that worn?)`],
  ["words above and below a quote", "Hi\n\n> one\n> two\n> three\n\nCould you do better?"],
  ["words below our mail", `Hi\n\n${header}\n\nQuadKea, Whangārei, Northland.\n\nPS: Ring me first.`],
  ["a quote typed by hand", "On Monday QuadKea wrote:\nbring it in\nIs that still right?"],
  ["our heading in the customer's words", "Please pay by Friday? I can't before.\nPlease pay by Monday"],
  ["two dashes", "Two things\n--\nIs it new? And red?"],
  ["a typed list", "Please send\n----------\n> one diff\n> two seals\n> a gasket"],
  ["our words quoted by hand", "At 10:30 you wrote:\nPlease pay by Friday\nbut the bank is closed"],
  ["where it was sent from", "Yes\n\nSent from my shed, so no photo yet"],
  ["only a footer", "Sent from my iPhone"],
  ["a sign of its own", "?"],
  ["nothing but a header", "On Thu, 19 Nov 2026, QuadKea wrote:"],
  ["words behind a header", `Hi, it is me.\n\nOn 19/11/26, QuadKea wrote: Yes:${quoted}`],
  [
    "words before a header without a date",
    `Hi, it is me.\n\nAt the gateQuadKea <a@quadkea.example> wrote:${quoted}`,
  ],
  ["a name before a header", `Hi, it is me.\n\nJackQuadKea <a@quadkea.example> wrote:${quoted}`],
  [
    "a number before a header in French",
    `Yes.\n\nPh 09 555 0142Le 26 nov. 2026, QuadKea <a@quadkea.example> a écrit :${quoted}`,
  ],
  [
    "a label of the customer's",
    `${forwarded("QuadKea <website@quadkea.example>")}\nNote: ring me first\n\nPS: it fits`,
  ],
  ["someone's mail forwarded, subject first", forwarded("Trish <trish@example.com>")],
  ["a footnote of the customer's", `See [1]\n\nOn 19/11/26, QuadKea wrote:${quoted} [1] [2]${footnotes}`],
])("in doubt all is shown: %s", ([, text = ""]) => {
  expect(newWords({ text })).toEqual({ words: text, full: text, folded: "" });
});

test("HTML becomes text: blocks are lines, and nothing of the markup is left", () => {
  const html = `<html><head><title>x</title><style>p { color: red }</style></head><body><!-- x --><p>Kia ora &amp; hi,</p>
    <p>the <b>front</b>\n diff<br>and</p><ul><li>one</li><li><p>two</p></li></ul><ol><li>three</li><li>four</li></ol><table><tr><td>Price</td><td>$185</td></tr></table>
    <div>See <a href="https://example.com/a?b=1">this one</a>, <a href="https://example.com/">example.com</a>.</div>
    <script>alert(1)</script><blockquote style="border: none">Indented</blockquote><blockquote style="border:none;border-left:solid">Quoted</blockquote><pre>a\n  b</pre></body></html>`;
  const words = `Kia ora & hi,\n\nthe front diff\nand\n\n- one\n- two\n\n1. three\n2. four\n\nPrice $185\n\nSee this one <https://example.com/a?b=1>, example.com.\nIndented\n> Quoted\n\na\n  b`;
  expect(newWords({ html }).full).toBe(words);
});

const repeated = (text: string) => text.repeat(Math.ceil(30_000_000 / text.length));

test.for([
  ["one word", repeated("a")],
  ["spaces", repeated(" ")],
  ["lines", repeated("a\n")],
  ["headers", repeated("On Thu, 26 Nov 2026 at 14:02, QuadKea <a@example.com> wrote:\n")],
  ["labels", repeated("From: QuadKea\n\nTo: x\n\n")],
  ["labels behind words", repeated("xFrom: QuadKea\nTo: x\n")],
  ["marks of forwards", repeated("-------- Original Message --------\nTo: x\n")],
  ["marks", repeated("> a\nb\n")],
  ["signatures", repeated("-- \n\n")],
  ["open elements", repeated("<div>")],
  ["elements that are never closed", "<b>".repeat(499) + repeated("</i>")],
  ["quotes", "<blockquote>".repeat(499) + repeated("<br>")],
  ["open attributes", repeated('<a "')],
  ["entities", repeated("&amp;")],
])("30 MB of %s take no more time than a person waits", ([, text = ""]) => {
  // The work of each grows with its length: if it grew with the square, it would take hours.
  for (const mail of [{ text }, { html: text }, { text: text.split("\n", 19_999).join("\n") }]) {
    const begins = performance.now();
    newWords(mail);
    expect(performance.now() - begins).toBeLessThan(20_000);
  }
});
