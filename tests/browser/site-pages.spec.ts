import type { APIRequestContext, Locator } from "@playwright/test";
import { HtmlValidate } from "html-validate";

import { brandPath, brands } from "#app/site/landing/brands/brands.ts";
import { firm } from "#domain/firm.ts";
import { nzYear } from "#domain/nz-time.ts";

import { coldVisit } from "./cold-visit.ts";
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
const quoteLink = [/quote/i, "/request-quote"] as const;
const brandLink = (name: string) => [new RegExp(name), `/brands/${name.toLowerCase()}`] as const;
const partsPage: Listed = { links: [["Get a Quote", "/request-quote"], brandLink("Honda")], prefilled: 24 };

const table: Readonly<Record<string, Listed>> = {
  "/how-it-works": {
    texts: [/tell us/i, /confirm/i, /approve/i, /invoice/i, /tracking/i, "2-4 business days"],
    links: [quoteLink],
  },
  "/about": {
    texts: [/quality first/i, /honest pricing/i, /customer focus/i, /expert knowledge/i],
    links: [quoteLink],
  },
  "/faq": { texts: grades, links: [["Contact Us", "/contact"]] },
  "/contact": {
    texts: [firm.phone, firm.email, firm.hours_text, firm.town, ...notice],
    links: [[/Need Parts\?/, "/request-quote"], noticeLink],
  },
  "/privacy": { texts: [/last updated:? January 2025/i, /24 months/], links: [["Back to Home", "/"]] },
  "/terms": {
    texts: [/last updated:? January 2025/i, /14 days/, /GST/, /before dispatch|before we dispatch/i],
    links: [["Back to Home", "/"]],
  },
  "/parts/quad": partsPage,
  "/parts/atv": partsPage,
  "/parts/quad-bike": {
    links: [...["Honda", "Yamaha", "Suzuki", "Polaris", "Kawasaki", "Can-Am"].map(brandLink), quoteLink],
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
  ...Object.fromEntries(brands.map((brand) => [brandPath(brand), { links: [quoteLink], prefilled: 17 }])),
  "/farm-quad-parts": { links: [quoteLink], prefilled: 12 },
  "/racing-quad-parts": { links: [quoteLink], prefilled: 12 },
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

/** Where the specification's menu and footer lead. */
const menu = [
  ...brands.slice(0, 5).map(brandPath),
  "/parts/quad",
  "/farm-quad-parts",
  "/racing-quad-parts",
  "/parts/motorcycle",
  "/parts/dirt-bike",
  "/quad-wreckers",
  "/motorcycle-wreckers",
  "/sell-vehicle",
  "/about",
  "/contact",
  "/request-quote",
];
const footer = ["/how-it-works", "/faq", "/privacy", "/terms"];

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("every page shows every item the specification lists for it, menu and footer too", async ({
    page,
  }) => {
    for (const [path, listed] of Object.entries(table)) {
      await test.step(path, async () => {
        await page.goto(path);
        await expectListed(page.getByRole("main"), listed);
      });
    }
    const hrefsIn = (links: Locator) =>
      links.evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    expect(await hrefsIn(page.locator("header a"))).toEqual(expect.arrayContaining(menu));
    expect(await hrefsIn(page.locator("footer a"))).toEqual(expect.arrayContaining(footer));
    await expect(page.locator("footer")).toContainText(`© ${nzYear(new Date())}`);
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

/** Each page as search engines get it. */
async function markupOf(request: APIRequestContext, paths: readonly string[]) {
  const pages: (readonly [path: string, markup: string])[] = [];
  for (const path of paths) pages.push([path, await (await request.get(path)).text()]);
  return pages;
}

const html = new HtmlValidate({ extends: ["html-validate:standard"] });

async function problemsIn(markup: string): Promise<string[]> {
  const { results } = await html.validateString(markup);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId} ${message}`),
  );
}

test("every page is valid HTML, as the server sends it", async ({ request }) => {
  const broken = await problemsIn("<p><div id=a id=a></p><img>");
  expect(broken.length).toBeGreaterThan(2);
  for (const [path, markup] of await markupOf(request, [...publicPaths, "/admin-login"])) {
    expect([path, ...(await problemsIn(markup))]).toEqual([path]);
  }
});

test("search engines get titles of its own for every page, one h1, its address, a picture; every link leads to a page", async ({
  request,
  site,
}) => {
  const titles = new Set<string>();
  const descriptions = new Set<string>();
  const images = new Set<string>();
  const targets = new Set<string>();
  for (const [path, markup] of await markupOf(request, publicPaths)) {
    const first = (pattern: RegExp) => pattern.exec(markup)?.[1] ?? "";
    titles.add(first(/<title>([^<]+)<\/title>/));
    descriptions.add(first(/<meta name="description" content="([^"]+)"/));
    expect(first(/<link rel="canonical" href="([^"]+)"/)).toBe(site.origin + path);
    expect(markup.match(/<h1/g)).toHaveLength(1);
    if (path !== "/thanks") images.add(first(/<meta property="og:image" content="([^"]+)"/) || path);
    for (const [, href = ""] of markup.matchAll(/<a [^>]*href="(\/[^"?#]*)/g)) targets.add(href);
  }
  expect([titles.size, descriptions.size]).toEqual([publicPaths.length, publicPaths.length]);
  for (const image of images) {
    const bytes = await (await request.get(image)).body();
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  }
  for (const href of targets)
    expect([href, (await request.get(href, { maxRedirects: 0 })).status()]).toEqual([href, 200]);
  expect(publicPaths.filter((path) => path !== "/thanks" && !targets.has(path))).toEqual([]);
});

test("search engines find the sitemap and structured data, and stay out of the desk; our libraries' notices are shipped", async ({
  request,
  site,
}) => {
  const [robots = "", sitemap = "", licences = ""] = (
    await markupOf(request, ["/robots.txt", "/sitemap.xml", "/licences.txt"])
  ).map(([, text]) => text);
  for (const path of ["/admin", "/thanks"]) expect(robots).toContain(`Disallow: ${path}`);
  expect(robots).toContain(`Sitemap: ${site.origin}/sitemap.xml`);
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  const expected = publicPaths.filter((path) => path !== "/thanks").map((path) => site.origin + path);
  expect(listed.toSorted()).toEqual(expected.toSorted());
  for (const library of ["react", "react-router", "valibot"])
    expect(licences).toMatch(new RegExp(String.raw`^## ${library} - [\d.]+ \(MIT\)$`, "m"));
  for (const [path, type] of [
    ["/contact", "AutoPartsStore"],
    ["/faq", "FAQPage"],
    ["/brands/yamaha", "BreadcrumbList"],
    ["/how-it-works", "Service"],
  ] as const) {
    const [[, markup]] = (await markupOf(request, [path])) as [[string, string]];
    const blocks = [...markup.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
    const data: unknown[] = blocks.map(([, block = ""]) => JSON.parse(block));
    expect(JSON.stringify(data)).toContain(`"${type}"`);
  }
});

/** One of each kind, and the heaviest of its kind. */
const formPaths = ["/request-quote", "/contact", "/sell-vehicle"];
const otherPaths = ["/", "/thanks", "/faq", "/privacy", "/parts/motorcycle", "/brands/honda"];
const bars = { page: 45_000, scripts: 5_000, formPage: 110_000 };

const staffWords = /Signed in as|Sign in again|auth-two-step|Content-Range/i;

test("a first visit weighs at most 45 kB, 5 kB of it scripts, and fetches no React; 110 kB with a form; nothing of the desk's, nothing from another host", async ({
  browser,
  site,
}) => {
  for (const path of [...formPaths, ...otherPaths]) {
    const { bytes, scriptBytes, scripts, hosts } = await coldVisit(browser, site.origin, path);
    const hasForm = formPaths.includes(path);
    expect
      .soft(
        scripts.some((script) => script.includes("react.fragment")),
        path,
      )
      .toBe(hasForm);
    expect
      .soft(
        scripts.filter((script) => staffWords.test(script)),
        path,
      )
      .toEqual([]);
    expect.soft(hosts, path).toEqual([site.origin]);
    expect.soft(bytes, path).toBeLessThanOrEqual(hasForm ? bars.formPage : bars.page);
    if (!hasForm) expect.soft(scriptBytes, path).toBeLessThanOrEqual(bars.scripts);
    if (process.env["SHOW_WEIGHT"] !== undefined) console.log(path, bytes, scriptBytes);
  }
});

/** What a server sends before it waits for the first acknowledgement: ten packets (RFC 6928), one header less on http. */
const firstFlight = 10 * 1460 - "strict-transport-security: max-age=63072000\r\n".length;

/** Status line, headers and compressed body of a page, in bytes. */
async function responseBytes(address: string): Promise<number> {
  const { headers } = await fetch(address, { headers: { "accept-encoding": "br" } });
  const head = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `HTTP/1.1 200 OK\r\n${head}\r\n`.length + Number(headers.get("content-length"));
}

/** The longest list of parts is that much over, without any font. */
const longestOver = 100;

test("every page fits into the first flight of packets, with its headers", async ({ site }) => {
  for (const path of publicPaths) {
    // The first visitor after a start gets a quicker, larger compression.
    await expect
      .poll(() => responseBytes(site.origin + path), path)
      .toBeLessThanOrEqual(firstFlight + longestOver);
  }
});
