import { expect, test } from "vitest";

import { listKey, readView, viewSearch } from "./desk-view.ts";

const read = (address: string) =>
  readView(new URLSearchParams(address), (search) => (search === "1a2b3c4d" ? "ōtaika & 50%" : ""));

test("a view survives its way through the address", () => {
  const view = {
    table: "contact_messages",
    filter: "new",
    order: "due",
    query: "ōtaika & 50%",
    search: "1a2b3c4d",
    reference: "QK-ABC234-DEFG",
  } as const;
  expect(read(viewSearch(view))).toEqual(view);
  expect(viewSearch(view)).not.toContain("taika");
});

test("a search that this tab does not know is none", () => {
  expect(read("?search=99999999")).toMatchObject({ query: "", search: null });
});

test("what is usual is not in the address", () => {
  expect(viewSearch(read(""))).toBe("?tab=quote_requests");
});

test("an address that makes no sense shows the first tab, newest first", () => {
  expect(read("?tab=users&show=lost&sort=price&record=x")).toEqual({
    table: "quote_requests",
    filter: "all",
    order: "newest",
    query: "",
    search: null,
    reference: null,
  });
});

test("what is completed is never due", () => {
  expect(read("?show=completed&sort=due").order).toBe("newest");
  expect(read("?show=mine&sort=due").order).toBe("due");
});

test("opening a record does not change the list; another filter does", () => {
  expect(listKey(read("?record=QK-ABC234-DEFG"))).toBe(listKey(read("")));
  expect(listKey(read("?show=new"))).not.toBe(listKey(read("")));
});
