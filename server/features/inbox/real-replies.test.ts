import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";

import { expect, test } from "vitest";

import { type MailContent, mailHtml, mailText } from "#server/services/mail/mail-layout.ts";
import { messageId } from "#server/services/mail/message-id.ts";
import { purgeMails, queueMail } from "#server/services/mail/outbox-table.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { receive } from "#tests/inbound-mail.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

const folder = join(import.meta.dirname, "../../../tests/replies/to-one-quote");

/** The quote that all of them answer. */
const content = (reference: string): MailContent => ({
  heading: "Your quote is ready",
  paragraphs: [
    "Hi Jack,",
    "Nothing is ordered until you say yes. Use the link below; no login needed.",
    "QuadKea",
  ],
  facts: [
    {
      label: "Part",
      value:
        "Ignition switch\nFrom a 2021 Kawasaki KVF750 Brute Force 750 4x4i\nGrade B: light wear (no mark longer than 10 cm).\nTested on a running machine\n$95.00",
    },
    { label: "Fit", value: "Fits a 2021 Kawasaki KVF750 Brute Force 750 4x4i" },
    {
      label: "Freight",
      value: "$21.00, Courier to your gate (North Island, rural delivery)",
      href: "https://example.com/map?to=gate&by=road",
    },
    { label: "Total", value: "$116.00, includes GST of $15.13" },
    { label: "Valid until", value: "the end of Thursday 26 November" },
    { label: "Reference", value: reference },
  ],
  button: {
    label: "See it and approve",
    href: `http://localhost:27100/my/${reference}/v3d8WI797hUEaHWuUWd5tg`,
  },
  footer:
    "QuadKea, Whangārei, Northland. Questions? Reply to this e-mail or ring 09 000 0000. You buy from a business, QuadKea Example Limited, GST number 000-000-000.",
});

async function withSentQuote() {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample, { email: "jack.ngata811@farm.example" });
  await queueQuote(app, reference);
  const id = messageId(app.app.services.linkKeys, `quote-${reference}-1`, "quadkea.example");
  /** What the desk shows of a sample, and the whole of it. */
  const shown = async (sample: string) => {
    const source = sample
      .replaceAll(/<quote-QK-[^>]*>/g, id)
      .replaceAll("QK-BP96A6-7D22", reference)
      .replaceAll(/\r?\n/g, "\r\n");
    expect(await receive(app, Buffer.from(source))).toBe("Filed");
    const mail = (await app.rows("inbound_mails")).at(-1)!;
    return { words: String(mail["words"]), full: String(mail["full_text"]) };
  };
  return { app, reference, id, shown };
}

async function queueQuote(app: TestApp, reference: string): Promise<void> {
  const { database, mail, now } = app.app.services;
  const [text, html] = [mailText(content(reference)), mailHtml(content(reference))];
  const quote = { refNumber: reference, to: "jack@farm.example", subject: "Your quote", text, html };
  const key = `quote/${reference}/1`;
  await database.write((tx) => queueMail(tx, mail, { ...quote, key, dueAt: now() }, now()));
}

const sampleOf = (name: string) => readFile(join(folder, `${name}.eml`), "utf8");

/** The customer typed between the rows; nmh quotes the source of our mail, with its markup. */
const shownWhole = [
  ..."aerc claws mutt neomutt nmh sylpheed tb".split(" ").map((program) => `${program}-inline`),
  "nmh-bottom",
  "nmh-top",
  "roundcube-html-incell",
  "tb-incell",
];

test("replies of real programs to our quote are shown exactly, or whole if the customer typed in the quote", async () => {
  const { shown } = await withSentQuote();
  const names = (await readdir(folder)).filter((file) => file.endsWith(".eml"));
  expect(names).toHaveLength(40);
  for (const name of names.map((file) => basename(file, ".eml"))) {
    const { words, full } = await shown(await sampleOf(name));
    const typed = shownWhole.includes(name) ? full : await readFile(join(folder, `${name}.txt`), "utf8");
    expect([name, words.trim()]).toEqual([name, typed.trim()]);
  }
});

const typedIn = (sample: string, row: string, words: string) =>
  sample.replace(new RegExp(`^> ${row}.*$`, "m"), (line) => `${line}${words}`);

test.for([
  ["a question behind a row", "Freight", " - to my gate?"],
  ["a line", "Reference", "\n> How many kilometres has it done?"],
  ["a word that our mail has, too", "Reference", "\n> yes"],
  ["a word that our mail has further down", "Hi Jack", "\n> Fit"],
  ["a line of our mail once more", "Reference", "\n> Ignition switch"],
  ["a number", "Total", " 95"],
  ["the last line", "QuadKea, Whang", "\n> no"],
])("words typed in a quote are shown: %s", async ([, row = "", words = ""]) => {
  const { shown } = await withSentQuote();
  const { full, ...mail } = await shown(typedIn(await sampleOf("mutt-top"), row, words));
  expect(mail.words).toBe(full);
});

test("the address of a link, as a program writes it into the quote, is ours", async () => {
  const { shown } = await withSentQuote();
  const address = " (https://example.com/map?to=gate&by=road)";
  const { words } = await shown(typedIn(await sampleOf("alpine-top"), "Freight", address));
  expect(words).toBe((await readFile(join(folder, "alpine-top.txt"), "utf8")).trim());
});

test("a quote is compared with the mails that it has from the customer, too", async () => {
  const { shown, id } = await withSentQuote();
  const earlier = "<jack-1@farm.example>";
  const first = (await sampleOf("mutt-top")).replace(/^Message-ID: .*$/m, `Message-ID: ${earlier}`);
  const { full } = await shown(first);
  const again = (quoted: string, number: number) =>
    shown(`From: jack.ngata811@farm.example\nMessage-ID: <again-${number}@farm.example>\nIn-Reply-To: ${id}
References: ${earlier}\nContent-Type: text/plain; charset=utf-8\n\nAny news?

On Fri, 20 Nov 2026 at 09:00, Jack <jack.ngata811@farm.example> wrote:
${quoted.replaceAll(/^/gm, "> ")}`);
  expect((await again(full, 1)).words).toBe("Any news?");
  const changed = await again(full.replace("at the gate", "at the marae"), 2);
  expect(changed.words).toBe(changed.full);
});

test("a quote of a mail whose words we did not keep, or sealed with another secret, is folded as before", async () => {
  const { app, shown } = await withSentQuote();
  const keep = (sent_words: string | null) =>
    app.app.services.database.write((tx) => tx.updateTable("outbox").set({ sent_words }).execute());
  await keep(null);
  expect((await shown(await sampleOf("tb-incell"))).words).toMatch(/^Yes please.*first\.$/s);
  await keep("sealed with another secret");
  expect((await shown(await sampleOf("roundcube-html-incell"))).words).toMatch(/^Yes please.*first\.$/s);
});

test("the words of a mail outlive its bytes, sealed", async () => {
  const { app, shown } = await withSentQuote();
  await app.app.run("outbox");
  app.advance(8 * 24 * 60 * 60 * 1000);
  await app.app.services.database.write((tx) => purgeMails(tx, app.app.services.now()));
  const [row] = (await app.rows("outbox")).filter(({ kind }) => kind === "quote");
  expect(row).toMatchObject({ source: null, sent_words: expect.not.stringContaining("ignition") });
  const { words, full } = await shown(await sampleOf("tb-incell"));
  expect(words).toBe(full);
});
