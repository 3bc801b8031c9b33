import { join } from "node:path";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { type Config, readConfig } from "#server/platform/config/config.ts";

import { writeBankFile } from "./demo/bank-file.ts";
import { bankOf, startCardShop } from "./demo/card-shop.ts";
import { chance } from "./demo/chance.ts";
import { addDeals } from "./demo/deals.ts";
import { fillDatabase } from "./demo/history.ts";
import { addMails } from "./demo/mails.ts";
import { addSales } from "./demo/sales.ts";
import { addStock } from "./demo/stock.ts";
import { siteAt, visit } from "./demo/visit.ts";
import { allVisitors } from "./demo/visitors.ts";

const usage = `Fills a running server with made-up submissions, through the same calls as the website.

  npm run demo                                  60 quote requests, 15 messages and 15 vehicles
                                                to http://localhost:3000, or the PORT that is set;
                                                if that server uses this installation's database,
                                                some of the requests become deals in every stage, some
                                                vehicles get photos and an offer, 30 machines and 600
                                                parts are in the yard,
                                                and answers to some quotes come back by mail
  npm run demo -- --card                        the same with a server of its own that takes cards, by a
                                                stand-in for the card company: nothing is charged;
                                                the last lines name a bank's file to import
  npm run demo -- 20 http://localhost:4000      another number of quote requests, another server
  npm run demo -- 100000                        more than 1000: records of two years with their history,
                                                straight into the database of this installation. Refused
                                                next to real records`;

const mostThroughTheServer = 1000;
const here = `http://localhost:${process.env["PORT"] ?? "3000"}`;
const isCard = process.argv.includes("--card");
const [countText = "60", origin = here] = process.argv.slice(2).filter((given) => given !== "--card");
const quotes = Number(countText);
if (!Number.isInteger(quotes) || quotes < 1 || !URL.canParse(origin)) fail(usage);

const config = ownConfig(); // Before anything is sent: it may be wrong.
const logFile = join(config.dataDir, "demo-server.log");
const firstAdmin = isCard
  ? await startCardShop(origin, logFile).catch((error: Error) => fail(error.message))
  : null;
await (quotes > mostThroughTheServer ? intoTheDatabase() : throughTheServer()).catch((error: unknown) =>
  fail(`\n${error instanceof Error ? error.message : String(error)}`),
);
const bankFile = isCard ? await writeBankFile(config) : null;
if (bankFile !== null) console.log(`A bank’s file to try under Money (key b): ${bankFile}`);
if (isCard) console.log(`The server’s log: ${logFile}\nCtrl+C ends the server.`);
console.log(`\nSee them at the desk: ${origin}/admin`);
if (firstAdmin !== null) console.log(`Sign in, shown only now: ${firstAdmin}`);

/** One line, written anew on a terminal; elsewhere only its end is. */
function progress(text: string, isEnd: boolean): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001B[K${text}${isEnd ? "\n" : ""}`);
  else if (isEnd) console.log(text);
}

async function intoTheDatabase(): Promise<void> {
  const onProgress = (done: number) => {
    if (done % 5000 === 0 || done === quotes)
      progress(`${done} of ${quotes} records written`, done === quotes);
  };
  await fillDatabase(config, { records: quotes, onProgress });
}

async function throughTheServer(): Promise<void> {
  const site = await siteAt(origin).catch(() =>
    fail(`No server answers at ${origin}. Start one with npm start.`),
  );
  const random = chance(Date.now());
  const counts = allVisitors.map(({ percent }) => Math.ceil((quotes * percent) / 100));
  const all = counts.reduce((sum, count) => sum + count, 0);
  let visitor = 0;
  const references: string[] = [];
  const vehicles: string[] = [];
  for (const [index, { submission, fill }] of allVisitors.entries()) {
    for (let left = counts[index] ?? 0; left > 0; left -= 1) {
      const reference = await visit(site, (visitor += 1), submission, fill(random));
      if (submission === quoteRequest) references.push(reference);
      if (submission === vehicleSubmission) vehicles.push(reference);
      progress(`${visitor} of ${all} requests, messages and vehicles sent`, visitor === all);
    }
  }
  const sales = await addSales(config, vehicles);
  if (sales.length > 0) console.log(`Machines offered to us: ${sales.length} of them, in every stage`);
  const offer = sales.find(({ title }) => title === "an offer that waits for an answer");
  if (offer !== undefined) console.log(`A seller’s page with an offer: ${origin}${offer.path}`);
  const parts = await addStock(config);
  if (parts > 0) console.log(`Parts in stock: ${parts}, on shelves and on the machines in the yard`);
  const deals = await addDeals(config, references);
  if (deals.length > 0) console.log(`Deals: ${deals.length} of the quote requests, in every stage`);
  const unpaid = deals.find(({ title }) => title === "an order that waits for its payment");
  if (isCard && unpaid !== undefined)
    console.log(`Pay by card as the customer does: ${origin}${unpaid.path}`);
  const mails = await addMails(config, deals);
  if (mails > 0)
    console.log(
      `Mails: ${mails} came back, such as answers with a photo; the desk shows them in some seconds`,
    );
}

function ownConfig(): Config {
  const result = readConfig({ ...process.env, ...(isCard ? bankOf(process.env) : {}) });
  return result.ok ? result.config : fail(result.problems.join("\n"));
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
