import { expect, test } from "vitest";

import { PictureQueue } from "./picture-queue.ts";

test("staff's pictures come first, then those of links in turn, however many one has", async () => {
  const queue = new PictureQueue();
  const done: string[] = [];
  const running = Promise.withResolvers<void>();
  const add = (name: string, link: string | null) =>
    queue.inTurn({ link }, async () => {
      done.push(name);
      await running.promise;
    });
  const all = [add("a1", "a"), add("a2", "a"), add("a3", "a"), add("b1", "b"), add("b2", "b")];
  all.push(add("c1", "c"), add("staff", null));
  running.resolve();
  await Promise.all(all);
  expect(done).toEqual(["a1", "staff", "b1", "a2", "c1", "b2", "a3"]);
  await expect(queue.inTurn({ link: "a" }, () => Promise.reject(new Error("broken")))).rejects.toThrow(
    "broken",
  );
  expect(await queue.inTurn({ link: "a" }, async () => "the next")).toBe("the next");
});

test("two pictures of a link may wait, 20 of all links, 10 of them as forms; staff's always", async () => {
  const queue = new PictureQueue();
  const first = { link: "a" };
  expect([first, { link: "a" }, { link: "a" }].map((place) => queue.enter(place))).toEqual([
    true,
    true,
    false,
  ]);
  queue.leave(first);
  expect(queue.enter({ link: "a" })).toBe(true);
  const enterMany = (count: number, isForm: boolean) =>
    Array.from({ length: count }, (_, index) => queue.enter({ link: `${isForm} ${index}`, isForm })).filter(
      Boolean,
    ).length;
  expect([enterMany(15, true), enterMany(15, false)]).toEqual([10, 8]);
  expect(queue.enter({ link: null })).toBe(true);
});
