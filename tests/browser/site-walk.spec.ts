import type { APIRequestContext, Locator } from "@playwright/test";

import { business } from "#domain/business.ts";

import { publicPaths } from "./public-pages.ts";
import { expect, pagesTest as test } from "./site.ts";

/** What the table of the specification lists for a page: texts, links by label and target, counts. */
interface Listed {
  readonly texts?: readonly (string | RegExp)[];
  readonly links?: readonly (readonly [label: string | RegExp, href: string])[];
  /** At least this many links into the quote form with something filled in. */
  readonly prefilled?: number;
}

const conditions = [
  "Running - Good condition",
  "Running - Has issues",
  "Not running",
  "Damaged / Crashed",
  "For parts only",
];

// What every form says of the details it collects.
const notice = ["We collect what you type here to", "Our staff see it", "24 months", "To see or correct it"];
const noticeLink = ["privacy policy", "/privacy"] as const;

const grades = [
  /Grade A\W+(?:has )?minimal wear/i,
  /Grade B\W+(?:has )?light wear/i,
  /Grade C\W+(?:has )?visible wear/i,
];
const brandPage: Listed = { links: [[/quote/i, "/request-quote"]], prefilled: 17 };

const table: Readonly<Record<string, Listed>> = {
  "/how-it-works": {
    texts: [/tell us/i, /confirm/i, /approve/i, /invoice/i, /tracking/i, "2-4 business days"],
    links: [[/quote/i, "/request-quote"]],
  },
  "/about": {
    texts: [/quality first/i, /honest pricing/i, /customer focus/i, /expert knowledge/i],
    links: [[/quote/i, "/request-quote"]],
  },
  "/faq": { texts: grades, links: [["Contact Us", "/contact"]] },
  "/contact": {
    texts: [business.phone, business.email, business.hours, business.town, ...notice],
    links: [[/Need Parts\?/, "/request-quote"], noticeLink],
  },
  "/privacy": { texts: [/last updated:? January 2025/i, /24 months/], links: [["Back to Home", "/"]] },
  "/terms": {
    texts: [/last updated:? January 2025/i, /14 days/, /GST/, /before dispatch|before we dispatch/i],
    links: [["Back to Home", "/"]],
  },
  "/parts/quad": {
    links: [
      ["Get a Quote", "/request-quote"],
      [/Honda/, "/brands/honda"],
    ],
    prefilled: 24,
  },
  "/parts/atv": {
    links: [
      ["Get a Quote", "/request-quote"],
      [/Honda/, "/brands/honda"],
    ],
    prefilled: 24,
  },
  "/parts/quad-bike": {
    links: [
      [/Honda/, "/brands/honda"],
      [/Yamaha/, "/brands/yamaha"],
      [/Suzuki/, "/brands/suzuki"],
      [/Polaris/, "/brands/polaris"],
      [/Kawasaki/, "/brands/kawasaki"],
      [/Can-Am/, "/brands/can-am"],
      [/quote/i, "/request-quote"],
    ],
    prefilled: 12,
  },
  "/parts/motorcycle": {
    links: [
      [/dirt bike/i, "/dirt-bike-parts"],
      [/road bike/i, "/road-bike-parts"],
      [/farm bike/i, "/farm-bike-parts"],
    ],
    prefilled: 12,
  },
  "/parts/dirt-bike": { texts: ["Honda", "Yamaha", "Suzuki", "Kawasaki"], prefilled: 24 },
  "/brands/honda": brandPage,
  "/brands/yamaha": brandPage,
  "/brands/suzuki": brandPage,
  "/brands/polaris": brandPage,
  "/brands/kawasaki": brandPage,
  "/brands/can-am": brandPage,
  "/farm-quad-parts": { links: [[/quote/i, "/request-quote"]], prefilled: 12 },
  "/racing-quad-parts": { links: [[/quote/i, "/request-quote"]], prefilled: 12 },
  "/quad-wreckers": {
    texts: [/contact/i, /within hours/i, /pick-?\s?up/i, /payment/i, ...conditions],
    links: [
      [/sell/i, "/sell-vehicle"],
      [/quote|part/i, "/request-quote"],
    ],
  },
  "/motorcycle-wreckers": {
    links: [
      [/sell/i, "/sell-vehicle"],
      ["Ask Us First", "/contact"],
    ],
  },
  "/sell-vehicle": { texts: [/24 hours/, /photos/i, ...conditions, ...notice], links: [noticeLink] },
  "/request-quote": { texts: notice, links: [noticeLink] },
};

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("every page shows every item the specification lists for it", async ({ page }) => {
    for (const [path, listed] of Object.entries(table)) {
      await test.step(path, async () => {
        await page.goto(path);
        await expectListed(page.getByRole("main"), listed);
      });
    }
  });
});

async function expectListed(main: Locator, { texts = [], links = [], prefilled = 0 }: Listed): Promise<void> {
  for (const text of texts) await expect.soft(main).toContainText(text);
  for (const [name, href] of links) {
    await expect.soft(main.locator(`a[href="${href}"]`).filter({ hasText: name }).first()).toBeVisible();
  }
  const filledIn = main.locator('a[href^="/request-quote?"]');
  expect.soft(await filledIn.count()).toBeGreaterThanOrEqual(prefilled);
}

/** The page as search engines get it. */
async function markupOf(request: APIRequestContext, path: string): Promise<string> {
  return (await request.get(path)).text();
}

function first(markup: string, pattern: RegExp): string {
  return pattern.exec(markup)?.[1] ?? "";
}

test("every link on every page leads to a page, none to the home page by redirect", async ({ request }) => {
  const targets = new Set<string>();
  for (const path of publicPaths) {
    const markup = await markupOf(request, path);
    for (const [, href = ""] of markup.matchAll(/<a [^>]*href="(\/[^"?#]*)/g)) targets.add(href);
  }
  const answers = await Promise.all(
    [...targets].map(async (href) => [href, (await request.get(href, { maxRedirects: 0 })).status()]),
  );
  expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
  expect(publicPaths.filter((path) => path !== "/thanks" && !targets.has(path))).toEqual([]);
});

test("titles and descriptions are unique, and every page has one h1 and its canonical address", async ({
  request,
  site,
}) => {
  const titles = new Set<string>();
  const descriptions = new Set<string>();
  for (const path of publicPaths) {
    const markup = await markupOf(request, path);
    titles.add(first(markup, /<title>([^<]+)<\/title>/));
    descriptions.add(first(markup, /<meta name="description" content="([^"]+)"/));
    expect(first(markup, /<link rel="canonical" href="([^"]+)"/)).toBe(site.origin + path);
    expect(markup.match(/<h1/g)).toHaveLength(1);
  }
  expect([titles.size, descriptions.size]).toEqual([publicPaths.length, publicPaths.length]);
});

test("an unknown brand shows Honda's content with Honda's canonical address", async ({ page, site }) => {
  await page.goto("/brands/trabant");
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${site.origin}/brands/honda`);
  await expect(page.locator("h1")).toContainText("Honda");
});

test("a part or model on a landing page fills the quote form", async ({ page }) => {
  await page.goto("/brands/suzuki");
  const link = page.getByRole("main").locator('a[href^="/request-quote?"][href*="model="]').first();
  const wanted = new URLSearchParams((await link.getAttribute("href"))?.split("?")[1]);
  await link.click();
  await expect(page.getByLabel("Make")).toHaveValue("Suzuki");
  await expect(page.getByLabel("Model")).toHaveValue(wanted.get("model") ?? "");
});

test("search engines find the sitemap and stay out of the desk", async ({ request, site }) => {
  const robots = await (await request.get("/robots.txt")).text();
  for (const path of ["/admin", "/thanks"]) expect(robots).toContain(`Disallow: ${path}`);
  expect(robots).toContain(`Sitemap: ${site.origin}/sitemap.xml`);
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  const expected = publicPaths.filter((path) => path !== "/thanks").map((path) => site.origin + path);
  expect(listed.toSorted()).toEqual(expected.toSorted());
});

test("structured data is valid JSON of the types that belong there", async ({ request }) => {
  const typesOn = async (path: string) => {
    const markup = await markupOf(request, path);
    const blocks = [...markup.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
    return JSON.stringify(blocks.map(([, block = ""]): unknown => JSON.parse(block)));
  };
  expect(await typesOn("/contact")).toContain('"AutoPartsStore"');
  expect(await typesOn("/faq")).toContain('"FAQPage"');
  expect(await typesOn("/brands/yamaha")).toContain('"BreadcrumbList"');
  expect(await typesOn("/how-it-works")).toContain('"Service"');
});

test("every page has an Open Graph image that is there, 1200 by 630", async ({ request }) => {
  const images = new Set<string>();
  for (const path of publicPaths.filter((one) => one !== "/thanks")) {
    images.add(first(await markupOf(request, path), /<meta property="og:image" content="([^"]+)"/) || path);
  }
  for (const image of images) {
    const bytes = await (await request.get(image)).body();
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  }
});
