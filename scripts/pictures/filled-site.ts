import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type AddedDeal, addDeals } from "#scripts/demo/add-deals.ts";
import { fillDatabase } from "#scripts/demo/fill-database.ts";
import { allVisitors } from "#scripts/demo/visitors.ts";
import { addMere } from "#tests/browser/colleague.ts";
import { SiteProcess } from "#tests/browser/site-process.ts";
import { testConfig } from "#tests/prepared-database.ts";

const bankAccount = { BANK_ACCOUNT: "00-0000-0000000-00", BANK_ACCOUNT_NAME: "QuadKea Example Limited" };
const addedPercent = 18;
const recordsOfTwoYears = 3000;

/** The records that pictures show, by reference. */
export interface ShownRecords {
  readonly quote: string;
  readonly message: string;
  readonly vehicle: string;
  readonly deals: readonly AddedDeal[];
}

/** Runs the built site over a folder that is gone afterwards. */
export async function withSite(use: (site: SiteProcess, dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "quadkea-screenshots-"));
  const site = new SiteProcess(dataDir);
  try {
    await site.start(bankAccount);
    await use(site, dataDir);
  } finally {
    await site.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Adds what came in just now; returns the references of each kind, oldest first. */
export async function addVisitors(site: SiteProcess): Promise<string[][]> {
  const references: string[][] = [];
  for (const visitors of allVisitors) {
    references.push(await site.add(visitors, Math.ceil((addedPercent * visitors.percent) / 100)));
  }
  return references;
}

/** Adds two years of records, deals in every stage, and a user, Mere. */
export async function addWork(site: SiteProcess, dataDir: string): Promise<ShownRecords> {
  await site.change("update users set full_name = 'Mia Rata'");
  await addMere(site);
  const [quotes = [], messages = [], vehicles = []] = await addVisitors(site);
  await site.stop();
  const config = testConfig({ DATA_DIR: dataDir, ...bankAccount });
  await fillDatabase(config, { records: recordsOfTwoYears, besideRealRecords: true });
  const deals = await addDeals(config, quotes);
  await site.start();
  return { quote: newestOf(quotes), message: newestOf(messages), vehicle: newestOf(vehicles), deals };
}

function newestOf(references: readonly string[]): string {
  const newest = references.at(-1);
  if (newest === undefined) throw new Error("The site has no such record");
  return newest;
}
