import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";

import * as v from "valibot";

import { dealEndpoints } from "#domain/deals/deal-wire.ts";
import { deskEndpoints } from "#domain/desk-wire.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { endpoints } from "#domain/wire.ts";

import type { DeskServer } from "../desk/desk-server.ts";
import { siteFolder } from "../pages/built-site.ts";

export interface Request {
  readonly name: string;
  ask(server: DeskServer): Promise<void>;
}

/** Every page, asked for the first time in each encoding. */
export function coldRequests(): Request[] {
  const pages = readdirSync(siteFolder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith("index.html"))
    .map((name) => `/${name.replace(/\/?index\.html$/, "")}`);
  return ["br", "gzip", "identity"].map((encoding) => ({
    name: `${pages.length} pages, first time, ${encoding}`,
    async ask(server) {
      for (const page of pages) await call(server, page, { headers: { "accept-encoding": encoding } });
    },
  }));
}

/** What visitors and staff can ask for. */
export function warmRequests({ ref_number: reference, id }: DeskServer): Request[] {
  return [
    ...visitorPaths(reference).map(([name, path]) => get(name, path)),
    ...visitorPosts(),
    ...staffPaths(reference).map(([name, path, headers]) => get(name, path, headers)),
    ...staffCalls(reference, id),
    ...dealRequests(reference),
  ];
}

/** What is sent there cannot be accepted. */
const refusing = [endpoints.sendMail, endpoints.forms, endpoints.login];

const longText = "farm ".repeat(3000);

function visitorPaths(reference: string): [name: string, path: string][] {
  return [
    ["page", "/"],
    ["thanks page", "/thanks"],
    ["thanks page of a submission", `/thanks?ref=${reference}`],
    ["thanks page, unknown reference", "/thanks?ref=QK-BCDFGH-JKMN"],
    ["thanks page, 15 kB of query", `/thanks?${"ref=QK-BCDFGH-JKMN&".repeat(800)}`],
    ["unknown path", "/nothing"],
    ["config.json", endpoints.config],
    ["healthz", "/healthz"],
    ["readyz", "/readyz"],
    ["metrics", "/metrics"],
  ];
}

function visitorPosts(): Request[] {
  const quote = (name: string, body: unknown) => post(`mail call, ${name}`, endpoints.sendMail, body);
  return [
    quote("nothing in it", {}),
    quote("64 kB of one e-mail address", { form_type: "QUOTE", email: "a@".repeat(30_000) }),
    quote("deeply nested", `${"[".repeat(30_000)}${"]".repeat(30_000)}`),
    ...submissions.map(({ name }) => ({
      name: `form without scripts, 60 kB: ${name}`,
      ask: (server: DeskServer) =>
        call(server, `${endpoints.forms}/${name}`, {
          method: "POST",
          body: new URLSearchParams({ notes: longText, message: longText, email: longText.slice(0, 9000) }),
        }),
    })),
    post("sign-in, wrong password", endpoints.login, { email: "nobody@quadkea.example", password: "wrong" }),
  ];
}

const tab = randomUUID();

function staffPaths(reference: string): [name: string, path: string, headers?: Record<string, string>][] {
  const quotes = `${endpoints.records}/quote_requests?select=*`;
  const newest = "&order=created_at.desc,id.desc&limit=50";
  const counted = { prefer: "count=exact" };
  return [
    ["list", `${quotes}${newest}`, counted],
    ["list, 1,000 records", `${quotes}&order=created_at.desc,id.desc&limit=1000`, counted],
    ["list, by status, counted", `${quotes}&status=eq.completed${newest}`, counted],
    [
      "list, open and not snoozed, counted",
      `${quotes}&is_open=eq.true&or=(snoozed_until.is.null,snoozed_until.lte.2026-11-21T00:00:00Z)${newest}`,
      counted,
    ],
    ["list, offset 60,000", `${quotes}${newest}&offset=60000`],
    ["list, ordered by notes", `${quotes}&order=notes.asc&limit=1000`],
    ["list, contains, nothing found, counted", `${quotes}&notes=ilike.*q%25z%25x*${newest}`, counted],
    [
      "list, many contains, counted",
      `${quotes}&or=(${["notes", "delivery_address", "part_needed", "email", "full_name"].map((name) => `${name}.ilike.*a*b*c*zz*`).join(",")})${newest}`,
      counted,
    ],
    ["search, one letter, counted", `${quotes}&search=plfts.a&order=number.desc&limit=50`, counted],
    [
      "search, eight letters, counted",
      `${quotes}&search=plfts.a e i o u 0 2 4&order=number.desc&limit=50`,
      counted,
    ],
    ["search, nothing found, counted", `${quotes}&search=plfts.zzzzzz&order=number.desc&limit=50`, counted],
    ["search, ordered by name", `${quotes}&search=plfts.0&order=full_name.asc&limit=1000`],
    ["search count, estimated", `${quotes}&search=plfts.a&limit=1`, { prefer: "count=estimated" }],
    ["open a record", `${endpoints.deskRecord}?reference=${reference}`],
    ["desk summary", endpoints.deskSummary],
    ["statistics", deskEndpoints.statistics],
    ["audit list", deskEndpoints.audit],
    ["notices", endpoints.notices],
    ["mail journal", endpoints.mailJournal],
    ["sessions", deskEndpoints.sessions],
    ["users", deskEndpoints.users],
    ["saved replies", deskEndpoints.savedReplies],
    ["live updates", `${deskEndpoints.liveUpdates}?tab=${tab}`],
    ["live updates, from the beginning", `${deskEndpoints.liveUpdates}?tab=${tab}&after=1`],
  ];
}

function staffCalls(reference: string, id: string): Request[] {
  const status = (to: string): Request => ({
    name: `set a status: ${to}`,
    ask: (server) =>
      call(server, `${endpoints.records}/quote_requests?id=eq.${id}`, {
        method: "PATCH",
        body: JSON.stringify({ status: to }),
        headers: { "content-type": "application/json" },
      }),
  });
  const newest = "select=*&order=created_at.desc,id.desc";
  return [
    status("completed"),
    status("in_progress"),
    post("note", `${endpoints.deskNote}?reference=${reference}`, {
      text: longText.slice(0, 4000),
      key: randomUUID(),
    }),
    { name: "set 200 statuses", ask: setManyStatuses },
    ...submissions.map(({ table }) =>
      post(`export of ${table}`, deskEndpoints.recordsExport, { table, query: newest }),
    ),
    post("export, nothing found", deskEndpoints.recordsExport, {
      table: "quote_requests",
      query: `notes=ilike.*qzx*&${newest}`,
    }),
  ];
}

/** The largest quote: forty lines of long words. */
const draft = {
  lines: Array.from({ length: 40 }, (_, index) => ({
    id: `line-${index}`,
    text: `Part ${index} `.repeat(4).trim(),
    machine: "Honda TRX420FM 2015",
    grade: "B",
    unit_cents: 18_500,
    evidence: ["Backlash 0.2 mm"],
  })),
  freight: { service: "Courier", zone: "north", rural: true, cents: 1500, words: null },
  valid_days: 7,
  words: null,
  fitment: null,
};

/** What follows a quote request, in the order in which it happens. */
function dealRequests(reference: string): Request[] {
  const ref = { ref: reference };
  const quote = `${dealEndpoints.quote}?ref=${reference}`;
  return [
    {
      name: "quote draft, 40 lines",
      async ask(server) {
        const { draft_version: version } = await readDeal(server, quote);
        await call(server, dealEndpoints.draft, {
          method: "PUT",
          body: JSON.stringify({ ...ref, draft }),
          headers: { "content-type": "application/json", "if-match": `"${version}"` },
        });
      },
    },
    get("quote preview, 40 lines", `${dealEndpoints.preview}?ref=${reference}`),
    post("quote send, 40 lines", dealEndpoints.send, ref),
    get("quote", quote),
    {
      name: "visitor's page, 40 lines",
      ask: async (server) => call(server, new URL((await readDeal(server, quote)).link).pathname, {}),
    },
    get("price memory", `${dealEndpoints.priceMemory}?part=Part&make=Honda&model=TRX420FM`),
    get("money", dealEndpoints.money),
  ];
}

const dealSchema = v.object({ draft_version: v.number(), link: v.string() });

async function readDeal({ port, cookie }: DeskServer, path: string) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
  return v.parse(dealSchema, await answer.json());
}

let turn = 0;

async function setManyStatuses(server: DeskServer): Promise<void> {
  const url = `http://127.0.0.1:${server.port}${endpoints.records}/quote_requests?select=*&limit=200`;
  const rows = (await (await fetch(url, { headers: { cookie: server.cookie } })).json()) as {
    ref_number: string;
    version: number;
  }[];
  const status = (turn += 1) % 2 === 0 ? "completed" : "in_progress";
  const changes = rows.map(({ ref_number, version }) => ({ reference: ref_number, status, version }));
  await call(server, endpoints.deskRecord, {
    method: "PATCH",
    body: JSON.stringify({ changes }),
    headers: { "content-type": "application/json" },
  });
}

function get(name: string, path: string, headers: Record<string, string> = {}): Request {
  return { name, ask: (server) => call(server, path, { headers }) };
}

function post(name: string, path: string, body: unknown): Request {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { "content-type": "application/json" };
  return { name, ask: (server) => call(server, path, { method: "POST", body: text, headers }) };
}

async function call({ port, cookie }: DeskServer, path: string, init: RequestInit): Promise<void> {
  const headers = new Headers(init.headers);
  headers.set("cookie", cookie);
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual", ...init, headers });
  const text = await answer.text();
  const isExpected =
    answer.status < 400 || (answer.status < 500 && refusing.some((one) => path.startsWith(one)));
  if (!isExpected) throw new Error(`${path.slice(0, 100)} returned ${answer.status}: ${text.slice(0, 200)}`);
}
