import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import type { Page } from "@playwright/test";

import { type Journey, walkThroughDeal, walkThroughMail } from "#tests/browser/deal-journey.ts";
import { walkThroughBankFile, walkThroughCard, walkThroughReturn } from "#tests/browser/money-journey.ts";
import { publicPaths } from "#tests/browser/public-pages.ts";
import { walkThroughSale } from "#tests/browser/seller-journey.ts";
import { SiteProcess } from "#tests/browser/site-process.ts";
import { buyQuad, walkThroughStock } from "#tests/browser/stock-journey.ts";
import { FakeStripe } from "#tests/fake-stripe.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { testConfig } from "#tests/prepared-database.ts";

import { addDeals } from "./demo/deals.ts";
import { fillDatabase } from "./demo/history.ts";
import { addSales } from "./demo/sales.ts";
import type { Added } from "./demo/story.ts";
import { allVisitors } from "./demo/visitors.ts";
import { answerCookieBanner, Camera, type Shot, signIn } from "./pictures/camera.ts";

const usage = `Pictures of the real server, filled with made-up data; needs built pages (npm run build).

  npm run screenshots              renews the pictures of README.md
  npm run screenshots -- sheets    makes contact sheets of every page and the desk in var/screenshots
  npm run screenshots -- journey   renews the picture of a deal from request to parcel
  npm run screenshots -- mail      renews the picture of a customer's answer by mail
  npm run screenshots -- money     renews the picture of card, bank file and return
  npm run screenshots -- seller    renews the picture of a machine from the sell form to the yard
  npm run screenshots -- stock     renews the picture of a part from the machine to the parcel`;

const kept = resolve(import.meta.dirname, "../docs/screenshots");
const folder = resolve(import.meta.dirname, "../var/screenshots");
const bankAccount = { BANK_ACCOUNT: "00-0000-0000000-00", BANK_ACCOUNT_NAME: "QuadKea Example Limited" };
const desk = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };
const filledQuote = "/request-quote?make=Honda&model=TRX420FM&year=2015&part=Front+diff";

const readmeShots: readonly Shot[] = [
  { name: "home", path: "/", ...desk },
  { name: "home-phone", path: "/", ...phone },
  { name: "quote-phone", path: filledQuote, ...phone },
  { name: "desk", path: "/admin", ...desk, signedIn: true },
  { name: "desk-phone", path: "/admin", ...phone, signedIn: true },
  { name: "pack", path: "/admin/pack", ...desk, signedIn: true },
  { name: "pack-phone", path: "/admin/pack", ...phone, signedIn: true },
];

const deskPaths = ["", "?show=to-answer", "?tab=contact_messages", "?tab=vehicle_submissions", "/money"];
const settingsPaths = ["replies", "users", "quotes", "audit"].map((name) => `/settings/${name}`);

const journeyJob = () => hangWalk(walkThroughDeal, "journey.webp");
const mail = () => hangWalk(walkThroughMail, "mail.webp");
const money = () => hangWalk(walkThroughMoney, "money.webp");
const seller = () => hangWalk(walkThroughSale, "seller.webp");
const stock = async () => {
  await buyQuad(site);
  await hangWalk(walkThroughStock, "stock.webp");
};
const job = { readme, sheets, journey: journeyJob, mail, money, seller, stock }[process.argv[2] ?? "readme"];
if (job === undefined) {
  console.error(usage);
  process.exit(2);
}
const dataDir = mkdtempSync(join(tmpdir(), "quadkea-screenshots-"));
const site = new SiteProcess(dataDir);
mkdirSync(folder, { recursive: true });
await site.start(bankAccount);
const camera = await Camera.open(site.origin);
try {
  await job();
} finally {
  await camera.browser.close();
  await site.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function readme(): Promise<void> {
  const sold = (await addWork()).find(({ title }) => title === "an order for a part off a machine on hold");
  const path = `/admin?record=${sold?.reference}`;
  for (const shot of [...readmeShots, { name: "record", path, ...desk, signedIn: true }])
    await camera.take(shot, kept);
}

/** Every public page, the visitor's page in every stage, and the desk; on a phone and a desktop, light and dark. */
async function sheets(): Promise<void> {
  const deals = await addWork();
  const records = deals.map(({ reference }) => `?record=${reference}`);
  const pathsOf = {
    public: publicPaths,
    deals: deals.map(({ path }) => path),
    desk: [...deskPaths, ...settingsPaths, ...records].map((path) => `/admin${path}`),
  };
  for (const [name, paths] of Object.entries(pathsOf)) {
    for (const width of [360, 1440]) {
      for (const dark of [false, true]) {
        const title = `${name}-${width}${dark ? "-dark" : ""}`;
        const shots = paths.map((path, index) => ({ name: `${title}-${index}`, path, width, dark }));
        for (const shot of shots) await camera.take({ ...shot, signedIn: name === "desk" }, folder);
        const pictures = shots.map((shot) => ({ name: shot.name, width: width === 360 ? 160 : 380 }));
        await camera.hang(pictures, folder, join(folder, `${title}.webp`));
      }
    }
  }
}

/** Paid by card and partly sent back; another order paid into the bank account. */
async function walkThroughMoney(journey: Journey): Promise<void> {
  const stripe = new FakeStripe();
  await stripe.start();
  stripe.webhook = `${site.origin}/hooks/stripe`;
  await site.start(stripe.environment);
  const reference = await walkThroughCard(journey, stripe, "before");
  await walkThroughReturn(journey, reference);
  await walkThroughBankFile(journey);
  await stripe.stop();
}

/** Walks through a deal with a real mail server and puts a picture of each step on one sheet. */
async function hangWalk(walk: (journey: Journey) => Promise<unknown>, file: string): Promise<void> {
  const mailServer = await startMailServer();
  await site.start({ MAIL_URL: mailServer.url, UNDO_SECONDS: "1" });
  const open = (viewport: { width: number; height: number }, javaScriptEnabled = true) =>
    camera.browser.newPage({ viewport, javaScriptEnabled, baseURL: site.origin, reducedMotion: "reduce" });
  const [staff, visitor, plainPhone] = [await open(desk), await open(phone), await open(phone, false)];
  await visitor.addInitScript(answerCookieBanner);
  await signIn(staff);
  const pictures: { name: string; width: number }[] = [];
  const onStep = async (page: Page, title: string) => {
    const name = `${pictures.length + 1}. ${title}`;
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    pictures.push({ name, width: page === staff ? 500 : 230 });
  };
  const receive = (inbound: Parameters<typeof site.receive>[0]) => site.receive(inbound);
  await walk({ staff, phone: visitor, plainPhone, mailServer, receive, onStep });
  await camera.hang(pictures, folder, join(kept, file));
  await mailServer.stop();
}

/** Adds two years of records, and deals in every stage. */
async function addWork(): Promise<readonly Added[]> {
  await site.change("update users set full_name = 'Mia Rata'");
  const references: string[][] = [];
  for (const visitors of allVisitors) references.push(await site.add(visitors, visitors.percent / 5));
  await site.stop();
  const config = testConfig({ DATA_DIR: dataDir, ...bankAccount });
  await fillDatabase(config, { records: 3000 });
  await addSales(config, references[2] ?? []);
  const deals = await addDeals(config, references[0] ?? []);
  await site.start();
  return deals;
}
