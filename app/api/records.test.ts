import { beforeEach, expect, test, vi } from "vitest";

import { quoteRequest } from "#domain/quote-request.ts";

import { changeStatus, newestRecords, recordByReference, recordsAfter, SignedOut } from "./records.ts";

const record = {
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
  number: 7,
  version: 1,
  owner_id: null,
  snoozed_until: null,
  order_placed: false,
};

const calls: { url: URL; init: RequestInit }[] = [];

function serve(answer: () => Response): void {
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    if (input === "/config.json") return Response.json({ anonKey: "key" });
    if (!input.includes("/rest/v1/")) return new Response(null, { status: 401 });
    calls.push({ url: new URL(input), init });
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

test("the first page is the 50 newest, with the total", async () => {
  serve(() => Response.json([record], { headers: { "content-range": "0-0/312" } }));
  const page = await newestRecords(quoteRequest);
  expect(page).toEqual({ records: [record], total: 312 });
  expect(Object.fromEntries(lastCall() ?? [])).toEqual({
    select: "*",
    order: "created_at.desc,id.desc",
    limit: "50",
  });
});

test("further pages are found by key", async () => {
  serve(() => Response.json([record]));
  const [last] = (await recordsAfter(quoteRequest, (await newestRecords(quoteRequest)).records[0]!)).records;
  expect(last?.id).toBe("b2");
  expect(lastCall()?.get("or")).toBe(
    "(created_at.lt.2026-11-20T23:05:00.123Z,and(created_at.eq.2026-11-20T23:05:00.123Z,id.lt.b2))",
  );
});

test("a reference that this kind does not have is null", async () => {
  serve(() => Response.json([]));
  expect(await recordByReference(quoteRequest, "QK-333333-3333")).toBeNull();
  expect(lastCall()?.get("ref_number")).toBe("eq.QK-333333-3333");
});

test("a status change sends status and updated_at for one id", async () => {
  serve(() => Response.json([record]));
  await changeStatus(quoteRequest, "b2", "completed");
  expect(lastCall()?.get("id")).toBe("eq.b2");
  expect(await new Response(calls[0]?.init.body).json()).toEqual({
    status: "completed",
    updated_at: expect.any(String),
  });
});

test("a status change that reaches no record has failed", async () => {
  serve(() => Response.json([]));
  await expect(changeStatus(quoteRequest, "gone", "completed")).rejects.toThrow("Failed to update status");
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
])("a failed load shows %s", async ([, answer, words]) => {
  serve(answer);
  await expect(newestRecords(quoteRequest)).rejects.toThrow(words);
});

test("a session that cannot be renewed is told apart", async () => {
  serve(() => Response.json({ message: "permission denied" }, { status: 401 }));
  await expect(newestRecords(quoteRequest)).rejects.toBeInstanceOf(SignedOut);
  expect(calls).toHaveLength(1);
});
