import { beforeEach, expect, test, vi } from "vitest";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { Submission } from "#domain/submission.ts";

import type { ListView } from "./list-view.ts";
import { countFound, listRecords } from "./records.ts";
import { SignedOut } from "./session.ts";

const row = {
  id: "b2",
  ref_number: "QK-222222-2222",
  status: "new",
  created_at: "2026-11-20T23:05:00.123Z",
  updated_at: null,
  file_urls: [],
  adopted: false,
  full_name: "Aroha Ngata",
  phone: "027 555 0100",
  email: "aroha@farm.example",
  make: "Honda",
  model: "TRX420FM",
  year: 2015,
  vin: null,
  part_needed: "Front diff",
  condition_preference: null,
  budget: null,
  delivery_address: "1 Kauri Road",
  notes: null,
  consent: null,
  order_placed: false,
  number: 7,
  version: 9,
  owner_id: null,
  snoozed_until: null,
  answered_at: null,
  answered_by: null,
};

/** Of whichever form: each reads its own fields. */
const anyRow = { ...row, subject: "Opening hours", message: "Are you open on Saturday?" };

const kind: Submission = quoteRequest;
const record = recordListParser(kind)([row])[0]!;

const plain: ListView = { table: "quote_requests", filter: "all", order: "newest", query: "" };
const context = { userId: "u1", now: new Date("2026-11-21T00:00:00Z") };
const awake = "(snoozed_until.is.null,snoozed_until.lte.2026-11-21T00:00:00.000Z)";

const calls: { url: URL; init: RequestInit }[] = [];

function serve(answer: () => Response): void {
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    if (input === "/config.json") return Response.json({ anonKey: "key" });
    if (!input.includes("/rest/v1/")) return new Response(null, { status: 401 });
    calls.push({ url: new URL(input, "http://localhost"), init });
    return answer();
  });
}

const lastCall = () => calls.at(-1)?.url.searchParams;

beforeEach(() => {
  calls.length = 0;
  vi.stubGlobal("location", { origin: "http://localhost" });
  vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
});

test("the plain list is the 50 newest", async () => {
  serve(() => Response.json([row]));
  const page = await listRecords(plain, context);
  expect(page).toEqual({ records: [record], hasMore: false });
  expect(Object.fromEntries(lastCall() ?? [])).toEqual({
    select: "*,repeats",
    order: "created_at.desc,id.desc",
    limit: "51",
  });
});

test("further pages are found by key", async () => {
  serve(() => Response.json([row]));
  const { records } = await listRecords(plain, context, { after: record });
  expect(records[0]?.id).toBe("b2");
  expect(lastCall()?.get("or")).toBe(
    "(created_at.lt.2026-11-20T23:05:00.123Z,and(created_at.eq.2026-11-20T23:05:00.123Z,id.lt.b2))",
  );
});

test.for<[string, Partial<ListView>, Record<string, string | string[]>]>([
  ["one status", { filter: "new" }, { status: "eq.new" }],
  ["what is mine", { filter: "mine" }, { owner_id: "eq.u1", is_open: "eq.true", or: awake }],
  [
    "what is put off",
    { filter: "snoozed" },
    { is_open: "eq.true", snoozed_until: "gt.2026-11-21T00:00:00.000Z" },
  ],
  ["what is to answer", { filter: "to-answer" }, { is_to_answer: "eq.true", or: awake }],
  [
    "what is to answer, in the order in which it is due",
    { filter: "to-answer", order: "due" },
    { is_to_answer: "eq.true", answered_at: [], or: awake, order: "due_at.asc,id.asc" },
  ],
  [
    "what waits for the customer",
    { table: "contact_messages", filter: "waiting" },
    { is_open: "eq.true", answered_at: "gt.1970-01-01T00:00:00.000Z", due_at: "is.null", or: awake },
  ],
  [
    "what waits for the customer, and not for us to answer or pack",
    { filter: "waiting" },
    {
      answered_at: "gt.1970-01-01T00:00:00.000Z",
      or: awake,
      next_step: [
        "neq.answer",
        "neq.tell",
        "neq.pack",
        "neq.return",
        "neq.refund",
        "neq.close_return",
        "neq.pick_up",
        "neq.purchase",
      ],
    },
  ],
  [
    "what is due",
    { order: "due" },
    { is_to_answer: "eq.true", is_open: [], or: awake, order: "due_at.asc,id.asc" },
  ],
  ["what is found", { query: "ōtaika 50%" }, { order: "number.desc" }],
  [
    "what is found while the list is in the order of what is due",
    { query: "Isla King", order: "due" },
    { order: "number.desc", is_to_answer: [], due_at: [], or: [] },
  ],
])("a list of %s asks for one record more than it shows", async ([, changes, expected]) => {
  serve(() => Response.json(Array.from({ length: 51 }, () => anyRow)));
  const page = await listRecords({ ...plain, ...changes }, context);
  expect([page.records.length, page.hasMore]).toEqual([50, true]);
  for (const [name, value] of Object.entries({ limit: "51", ...expected }))
    expect(lastCall()?.getAll(name)).toEqual([value].flat());
});

test("what is searched for travels in the body", async () => {
  serve(() => Response.json([row], { headers: { "content-range": "0-0/3" } }));
  await listRecords({ ...plain, query: "ōtaika 50%" }, context);
  await countFound(quoteRequest, "ōtaika 50%");
  const sent = ["POST", "/rest/v1/rpc/search_quote_requests", '{"words":"ōtaika 50%"}'];
  expect(calls.map(({ url, init }) => [init.method, url.pathname, init.body])).toEqual([sent, sent]);
  expect(calls.filter(({ url }) => decodeURIComponent(url.href).includes("taika"))).toEqual([]);
});

test("a list longer than the server's largest answer still says that more follow", async () => {
  serve(() =>
    Response.json(Array.from({ length: Math.min(1000, Number(lastCall()?.get("limit"))) }, () => row)),
  );
  const { hasMore } = await listRecords({ ...plain, filter: "new" }, context, { limit: 1050 });
  expect(hasMore).toBe(true);
});

test.for<[string, () => Response, string]>([
  [
    "the server's words",
    () => Response.json({ message: "The database is busy" }, { status: 503 }),
    "The database is busy",
  ],
  ["no words", () => Response.json({}, { status: 500 }), "Failed to load data"],
  ["an error page", () => new Response("<html>Bad gateway</html>", { status: 502 }), "Failed to load data"],
  ["no connection", () => Response.error(), "Failed to load data"],
  ["rows of another shape", () => Response.json([{ id: 1 }]), "Failed to load data"],
])("a failed load shows %s", async ([, answer, message]) => {
  serve(answer);
  await expect(listRecords(plain, context)).rejects.toThrow(message);
});

test("a session that cannot be renewed is a distinct error", async () => {
  serve(() => Response.json({ message: "permission denied" }, { status: 401 }));
  await expect(listRecords(plain, context)).rejects.toBeInstanceOf(SignedOut);
  expect(calls).toHaveLength(1);
});
