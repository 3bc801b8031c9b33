import { expect, test } from "vitest";

import { listKey, readView, viewSearch } from "./desk-view.ts";

const read = (search: string) => readView(new URLSearchParams(search));

test("a view survives its way through the address", () => {
  const view = {
    table: "contact_messages",
    share: "new",
    order: "due",
    words: "ōtaika & 50%",
    reference: "QK-ABC234-DEFG",
  } as const;
  expect(read(viewSearch(view))).toEqual(view);
});

test("what is usual is not in the address", () => {
  expect(viewSearch(read(""))).toBe("?tab=quote_requests");
});

test("an address that makes no sense shows the first tab, newest first", () => {
  expect(read("?tab=users&show=lost&sort=price&record=x")).toEqual({
    table: "quote_requests",
    share: "all",
    order: "newest",
    words: "",
    reference: null,
  });
});

test("the staff mail's link shows the tab of its record", () => {
  const search = new URLSearchParams("?record=QK-ABC234-DEFG");
  expect(readView(search, "vehicle_submissions")).toMatchObject({ table: "vehicle_submissions" });
});

test("what is completed is never due", () => {
  expect(read("?show=completed&sort=due").order).toBe("newest");
  expect(read("?show=mine&sort=due").order).toBe("due");
});

test("opening a record does not change the list; another filter does", () => {
  expect(listKey(read("?record=QK-ABC234-DEFG"))).toBe(listKey(read("")));
  expect(listKey(read("?show=new"))).not.toBe(listKey(read("")));
});
