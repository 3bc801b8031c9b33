import { dealSettings, sendQuote, staffAt } from "./deal.ts";
import { scanLink } from "./scan-link.ts";
import { expect, test } from "./site.ts";

/** SCAN_SECONDS=30 SCAN_RUNS=50 does it as scanners do: on each page for half a minute. */
const seconds = Number(process.env["SCAN_SECONDS"] ?? "0.3");
const runs = Number(process.env["SCAN_RUNS"] ?? "1");
const atOnce = 10;

test("a scanner that opens the link, waits, scrolls, follows every link and presses every button changes nothing", async ({
  browser,
  site,
}) => {
  test.setTimeout(90_000 + Math.ceil(runs / atOnce) * (seconds + 30) * 4000);
  await site.start(dealSettings);
  const [reference = ""] = await site.addQuotes(1);
  const link = await sendQuote(site, await staffAt(site), reference);
  const tables = ["orders", "record_events", "deal_messages", "deals", "staff_digests", "outbox"];
  const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`).join(", ");
  const state = () => site.sql(`select state, changed_at, ${counts} from quote_versions`);
  const before = state();
  let left = runs;
  const scanInTurn = async () => {
    for (; left > 0;) {
      left -= 1;
      const context = await browser.newContext();
      expect(await scanLink(context, link, seconds * 1000)).toEqual({ pages: 3, presses: 7 });
      await context.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(runs, atOnce) }, scanInTurn));
  expect(state()).toEqual(before);
});
