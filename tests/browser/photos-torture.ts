import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { type Browser, type BrowserContext, devices, expect, type Page } from "@playwright/test";
import sharp from "sharp";

import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { ServerProcess } from "#tests/server-process.ts";
import { vehicleExample } from "#tests/submission-examples.ts";

import { BadLine } from "./bad-line.ts";
import { photoPath, staffAt } from "./deal.ts";
import { admin, SiteProcess } from "./site-process.ts";

export interface Tortured {
  runs: number;
  photos: number;
  cuts: number;
  tabsKilled: number;
  serverKills: number;
}

const atOnce = 6;
const runMs = 15 * 60_000;

/**
 * Sends photos over a bad line while tabs and the server are killed at random. Fails unless each photo arrives once, with
 * the bytes that the phone kept.
 */
export async function torturePhotos(browser: Browser, runs: number): Promise<Tortured> {
  const dataDir = await mkdtemp(join(tmpdir(), "quadkea-torture-"));
  const { site, paths, port } = await prepare(dataDir, runs);
  const done: Tortured = { runs: 0, photos: 0, cuts: 0, tabsKilled: 0, serverKills: 0 };
  const ended = new AbortController();
  const server = keepKilling(dataDir, port, done, ended.signal);
  const left = [...paths.entries()];
  const runInTurn = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      await oneRun(browser, site, { port, seed: next[0] + 1, path: next[1] }, done);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(runs, atOnce) }, runInTurn));
  } finally {
    ended.abort();
    await server;
  }
  await rm(dataDir, { recursive: true, force: true });
  return done;
}

/** What the server has kept of an upload is gone once it is a photo: a trigger keeps a copy of each piece. */
async function prepare(dataDir: string, runs: number) {
  const site = new SiteProcess(dataDir);
  await site.start();
  const vehicles = Array.from({ length: runs }, (_, at) => ({
    ...vehicleExample.values,
    email: `${at}@example.co.nz`,
  }));
  const references = await site.submit(vehicleSubmission, ...vehicles);
  const staff = await staffAt(site);
  const paths: string[] = [];
  for (const ref of references) paths.push(await photoPath(staff, ref));
  const port = new URL(site.origin).port;
  await site.stop();
  await site.change(
    "create table seen_pieces (upload_id text, position integer, content blob)",
    "create trigger see_pieces after insert on photo_pieces begin insert into seen_pieces values (new.upload_id, new.position, new.content); end",
  );
  return { site, paths, port: Number(port) };
}

/** Ends the server as a power cut does, again and again. */
async function keepKilling(dataDir: string, port: number, done: Tortured, ended: AbortSignal): Promise<void> {
  const account = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  while (!ended.aborted) {
    const server = new ServerProcess({ DATA_DIR: dataDir, PORT: String(port), ...account });
    await server.ready();
    const wait = setTimeout(20_000 + Math.random() * 40_000, true, { signal: ended });
    const isKill = await wait.catch(() => false);
    await server.stop("SIGKILL");
    if (isKill) done.serverKills += 1;
  }
}

interface Run {
  readonly port: number;
  readonly seed: number;
  readonly path: string;
}

async function oneRun(browser: Browser, site: SiteProcess, { port, seed, path }: Run, done: Tortured) {
  const line = await BadLine.open(port, seed);
  const context = await browser.newContext({ ...devices["Pixel 7"] });
  const address = line.origin + path;
  let page = await openPage(context, address);
  await context.setOffline(true);
  const pictures = await Promise.all([80 + (seed % 60), 240].map(noise));
  await choose(page, "front", [pictures[0], pictures[0]]); // Twice the same is two.
  await choose(page, "", [pictures[1]]);
  await expect(page.getByText("Saved on this phone")).toHaveCount(3, { timeout: 60_000 });
  const kept = await keptOn(page);
  await context.setOffline(false);
  for (const until = Date.now() + runMs; ;) {
    await setTimeout(1000 + Math.random() * 9000);
    if ((await keptOn(page).catch(() => kept)).size === 0) break;
    if (Date.now() > until)
      throw new Error(`Run ${seed}: not sent: ${await page.locator("main").innerText()}`);
    if (Math.random() > 0.4) continue;
    done.tabsKilled += 1;
    await kill(page);
    page = await openPage(context, address);
  }
  await context.close();
  line.close();
  expectArrived(site, path, kept);
  done.runs += 1;
  done.photos += kept.size;
  done.cuts += line.cuts;
}

/** A bad line may need several tries, as a person would make them. */
async function openPage(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  for (const until = Date.now() + runMs; Date.now() < until;) {
    await page.goto(address, { timeout: 30_000 }).catch(() => null);
    const isReady = page.getByText("Choose photos").first().waitFor({ timeout: 10_000 });
    if (
      await isReady.then(
        () => true,
        () => false,
      )
    )
      return page;
  }
  throw new Error("The page did not open");
}

async function kill(page: Page): Promise<void> {
  const crashed = page.waitForEvent("crash", { timeout: 5000 }).catch(() => null);
  const session = await page.context().newCDPSession(page);
  void session.send("Page.crash").catch(() => null);
  await crashed;
  await page.close();
}

/** A picture that no two compressors make equal: the last number of pixels decides its size, 5 to 60 KB. */
function noise(side: number): Promise<Buffer> {
  const create = { width: side, height: side, channels: 3, background: "#777" } as const;
  const picture = { ...create, noise: { type: "gaussian", mean: 128, sigma: 60 } } as const;
  return sharp({ create: picture }).jpeg({ quality: 90 }).toBuffer();
}

export async function choose(
  page: Page,
  shot: string,
  pictures: readonly (Buffer | undefined)[],
): Promise<void> {
  const files = pictures.map((buffer = Buffer.alloc(0), index) => ({
    name: `${index}.jpg`,
    mimeType: "image/jpeg",
    buffer,
  }));
  await page.locator(`section[data-shot="${shot}"] input[multiple]`).setInputFiles(files);
}

/** The photos in IndexedDB: SHA-256 by id. */
export async function keptOn(page: Page): Promise<Map<string, string>> {
  const photos = await page.evaluate(async () => {
    const answer = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(new Error("IndexedDB")));
      });
    const database = await answer(indexedDB.open("quadkea-photos"));
    const store = database.transaction("photos").objectStore("photos");
    const all: { id: string; bytes: ArrayBuffer }[] = await answer(store.getAll());
    database.close();
    const hex = async (bytes: ArrayBuffer) => {
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    };
    return Promise.all(all.map(async ({ id, bytes }) => [id, await hex(bytes)] as const));
  });
  return new Map(photos);
}

function expectArrived(site: SiteProcess, path: string, kept: ReadonlyMap<string, string>): void {
  const reference = path.split("/")[2] ?? "";
  const photos = site.sql(`select id from photos where ref_number = '${reference}'`);
  expect(new Set(photos.map(({ id }) => id))).toEqual(new Set(kept.keys()));
  expect(photos).toHaveLength(kept.size);
  for (const [id, sha256] of kept) {
    const pieces = site.sql(`select content from seen_pieces where upload_id = '${id}' order by position`);
    const hash = createHash("sha256");
    for (const { content } of pieces) hash.update(content as Uint8Array);
    expect(hash.digest("hex")).toBe(sha256);
  }
}
