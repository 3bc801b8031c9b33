import { chance } from "./demo/chance.ts";
import { fillDatabase } from "./demo/fill-database.ts";
import { siteAt, visit } from "./demo/visit.ts";
import { allVisitors } from "./demo/visitors.ts";

const usage = `Fills a running server with made-up submissions, through the same calls as the website.

  npm run demo                                  60 quote requests, 15 messages and 15 vehicles
                                                to http://localhost:3000
  npm run demo -- 20 http://localhost:4000      another number of quote requests, another server
  npm run demo -- 100000                        more than 1000: records of two years with their history,
                                                straight into the database of this installation`;

const mostThroughTheServer = 1000;

const [countText = "60", origin = "http://localhost:3000"] = process.argv.slice(2);
const quotes = Number(countText);
if (!Number.isInteger(quotes) || quotes < 1 || !URL.canParse(origin)) fail(usage);

if (quotes > mostThroughTheServer) await fillDatabase(quotes).catch(stop);
else await throughTheServer();
console.log(`\nSee them in the panel: ${origin}/admin`);

async function throughTheServer(): Promise<void> {
  const site = await siteAt(origin).catch(() =>
    fail(`No server answers at ${origin}. Start one with npm start.`),
  );
  const random = chance(Date.now());
  let visitor = 0;
  for (const { submission, percent, fill } of allVisitors) {
    const count = Math.ceil((quotes * percent) / 100);
    for (let sent = 1; sent <= count; sent += 1) {
      await visit(site, (visitor += 1), submission, fill(random)).catch(stop);
      process.stdout.write(`\r${submission.tab.title}: ${sent} of ${count} sent`);
    }
    console.log();
  }
}

function stop(error: unknown): never {
  return fail(`\n${error instanceof Error ? error.message : String(error)}`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
