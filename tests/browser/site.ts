import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";

import { demoQuote, chance } from "#scripts/demo-quotes.ts";

const main = resolve(import.meta.dirname, "../../server/main.ts");

export const admin = { email: "staff@quadkea.example", password: "a password for tests" };

/** The built site on a real server process, with an empty database of its own. */
class Site {
  readonly dataDir: string;
  #environment: Record<string, string> = {};
  #child: ChildProcess | null = null;
  #origin = "";

  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  get origin(): string {
    return this.#origin;
  }

  /** Starts, or starts again with other settings; the port stays, so that open pages find it. */
  async start(environment: Record<string, string> = {}): Promise<void> {
    await this.stop();
    this.#environment = { ...this.#environment, ...environment };
    const port = this.#origin === "" ? await freePort() : new URL(this.#origin).port;
    const limits = { LIMIT_SUBMISSIONS_PER_ADDRESS: "10000", LIMIT_MAILS_PER_HOUR: "10000" };
    const account = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
    const child = spawn(process.execPath, [main], {
      env: {
        PATH: process.env["PATH"] ?? "",
        DATA_DIR: this.dataDir,
        PORT: port,
        ...limits,
        ...account,
        ...this.#environment,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#child = child;
    this.#origin = await new Promise<string>((ready, fail) => {
      let text = "";
      child.stdout.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        const url = /ready at (http:\S+)/.exec(text)?.[1];
        if (url !== undefined) ready(url);
      });
      child.on("exit", () => fail(new Error(`the server did not start:\n${text}`)));
    });
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child?.exitCode !== null) return;
    const ended = new Promise((resolveEnd) => child.on("close", resolveEnd));
    child.kill("SIGTERM");
    await ended;
  }

  /** Mails in the outbox folder, oldest first. */
  async mails(): Promise<Email[]> {
    const folder = join(this.dataDir, "mail");
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml")).toSorted();
    return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  }

  /** Stores made-up quote requests through the wire calls; answers their references, oldest first. */
  async addQuotes(count: number): Promise<string[]> {
    const { anonKey } = await (await fetch(`${this.#origin}/config.json`)).json();
    const random = chance(7);
    const references: string[] = [];
    for (let done = 0; done < count; done += 1) {
      const fields = demoQuote(random);
      const mailed = await this.#post("/send-mail.php", { form_type: "QUOTE", ...fields });
      const { ref_number: reference } = await mailed.json();
      const record = { ...fields, consent: true, ref_number: reference, file_urls: [], status: "new" };
      expect((await this.#post("/rest/v1/quote_requests", record, { apikey: anonKey })).status).toBe(201);
      references.push(reference);
    }
    return references;
  }

  #post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.#origin + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  }
}

/** A port that was free a moment ago: the origin must be known before the server starts. */
async function freePort(): Promise<string> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address !== null ? String(address.port) : "0";
}

interface Fixtures {
  site: Site;
  /** What the page's console may say in this test, as parts of the text. Everything else fails it. */
  expectedConsole: string[];
}

export const test = base.extend<Fixtures>({
  site: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), "quadkea-browser-"));
    const site = new Site(dataDir);
    await site.start();
    await use(site);
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  },
  expectedConsole: async ({}, use) => use([]),
  baseURL: async ({ site }, use) => use(site.origin),
  page: async ({ page, expectedConsole }, use) => {
    const said: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") said.push(message.text());
    });
    page.on("pageerror", (error) => said.push(error.message));
    await use(page);
    expect(said.filter((text) => !expectedConsole.some((expected) => text.includes(expected)))).toEqual([]);
  },
});

export { expect };

/** Signs in through the login page and waits for the panel. */
export async function signIn(page: Page): Promise<void> {
  await page.goto("/admin-login");
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password").fill(admin.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("tab", { name: /Quote Requests/ })).toBeVisible();
}

/** Fails with what axe found, in short. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
  );
  expect(found).toEqual([]);
}
