import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { type Config, readConfig } from "#server/platform/config/config.ts";

import { startCardShop } from "./demo/card-shop.ts";
import { chance } from "./demo/chance.ts";
import { addDeals } from "./demo/deals.ts";
import { fillDatabase } from "./demo/history.ts";
import { addMails } from "./demo/mails.ts";
import { addSales } from "./demo/sales.ts";
import { siteAt, visit } from "./demo/visit.ts";
import { allVisitors } from "./demo/visitors.ts";

const usage = `Fills a running server with made-up submissions, through the same calls as the website.

  npm run demo                                  60 quote requests, 15 messages and 15 vehicles
                                                to http://localhost:3000, or the PORT that is set;
                                                if that server uses this installation's database,
                                                some of the requests become deals in every stage, some
                                                vehicles get photos and an offer, one is in the yard,
                                                and answers to some quotes come back by mail
  npm run demo -- --card                        the same with a server of its own that takes cards, by a
                                                stand-in for the card company: nothing is charged
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

if (isCard) await startCardShop(origin).catch((error: Error) => fail(error.message));
await (quotes > mostThroughTheServer ? intoTheDatabase() : throughTheServer()).catch((error: unknown) =>
  fail(`\n${error instanceof Error ? error.message : String(error)}`),
);
console.log(`\nSee them at the desk: ${origin}/admin`);

async function intoTheDatabase(): Promise<void> {
  const onProgress = (done: number) => {
    if (done % 5000 === 0 || done === quotes) process.stdout.write(`\r${done} of ${quotes} records written`);
  };
  await fillDatabase(ownConfig(), { records: quotes, onProgress });
}

async function throughTheServer(): Promise<void> {
  const site = await siteAt(origin).catch(() =>
    fail(`No server answers at ${origin}. Start one with npm start.`),
  );
  const random = chance(Date.now());
  let visitor = 0;
  const references: string[] = [];
  const vehicles: string[] = [];
  for (const { submission, percent, fill } of allVisitors) {
    const count = Math.ceil((quotes * percent) / 100);
    for (let sent = 1; sent <= count; sent += 1) {
      const reference = await visit(site, (visitor += 1), submission, fill(random));
      if (submission === quoteRequest) references.push(reference);
      if (submission === vehicleSubmission) vehicles.push(reference);
      process.stdout.write(`\r${submission.tab.title}: ${sent} of ${count} sent`);
    }
    console.log();
  }
  const config = ownConfig();
  const sales = await addSales(config, vehicles);
  if (sales.length > 0) console.log(`Machines offered to us: ${sales.length} of them, in every stage`);
  const offer = sales.find(({ title }) => title === "an offer that waits for an answer");
  if (offer !== undefined) console.log(`A seller’s page with an offer: ${origin}${offer.path}`);
  const deals = await addDeals(config, references);
  if (deals.length > 0) console.log(`Deals: ${deals.length} of the quote requests, in every stage`);
  const unpaid = deals.find(({ title }) => title === "an order that waits for its payment");
  if (isCard && unpaid !== undefined)
    console.log(`Pay by card as the customer does: ${origin}${unpaid.path}\nCtrl+C ends the server.`);
  const mails = await addMails(config, deals);
  if (mails > 0)
    console.log(
      `Mails: ${mails} came back, such as answers with a photo; the desk shows them in some seconds`,
    );
}

function ownConfig(): Config {
  const result = readConfig(process.env);
  return result.ok ? result.config : fail(result.problems.join("\n"));
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
