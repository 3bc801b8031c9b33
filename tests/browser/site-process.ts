import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import PostalMime, { type Email } from "postal-mime";

import { chance, demoQuote } from "#scripts/demo-quotes.ts";
import { freePort, ServerProcess } from "#tests/server-process.ts";

export const admin = { email: "staff@quadkea.example", password: "a password for tests" };

const account = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
const limits = { LIMIT_SUBMISSIONS_PER_ADDRESS: "10000", LIMIT_MAILS_PER_HOUR: "10000" };

/** The built site on a server of its own, over the data in one folder. */
export class SiteProcess {
  readonly #dataDir: string;
  #environment: Record<string, string> = {};
  #server: ServerProcess | null = null;
  #port = "";
  #origin = "";

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  get origin(): string {
    return this.#origin;
  }

  /** Starts, or starts again with further settings; the port stays, so that open pages find it. */
  async start(environment: Record<string, string> = {}): Promise<void> {
    await this.stop();
    if (this.#port === "") this.#port = await freePort();
    this.#environment = { ...this.#environment, ...environment };
    const place = { DATA_DIR: this.#dataDir, PORT: this.#port };
    this.#server = new ServerProcess({ ...place, ...account, ...limits, ...this.#environment });
    this.#origin = await this.#server.ready();
  }

  async stop(): Promise<void> {
    await this.#server?.stop("SIGTERM");
    this.#server = null;
  }

  /** Mails in the outbox folder, oldest first. */
  async mails(): Promise<Email[]> {
    const folder = join(this.#dataDir, "mail");
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
    return Promise.all(
      names.toSorted().map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
    );
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
      const stored = await this.#post("/rest/v1/quote_requests", record, { apikey: anonKey });
      if (stored.status !== 201) throw new Error(`the store call answered ${stored.status}`);
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
