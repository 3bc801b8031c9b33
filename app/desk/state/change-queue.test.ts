import { expect, test } from "vitest";

import { contactMessage } from "#domain/forms/contact-message.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { Submission } from "#domain/submission.ts";

import { ChangeQueue } from "./change-queue.ts";

const kind: Submission = contactMessage;
const row = { id: "1", ref_number: "QK-222222-2222", status: "new", created_at: "", version: 5 };
const words = { full_name: "Aroha", email: "a@b.nz", subject: "Hi", message: "Hi" };
const [record] = recordListParser(kind)([{ ...row, ...words }]);

test("changes to one record wait for one another, each made on what the one before left behind", async () => {
  const queue = new ChangeQueue();
  const versions: number[] = [];
  const change = async ({ version }: { version: number }) => {
    versions.push(version);
    await new Promise((resolve) => setTimeout(resolve, 1));
    return version + 10;
  };
  const failed = async () => Promise.reject(new Error("412"));
  const outcomes = await Promise.allSettled([
    queue.run(record!, { status: "in_progress" }, change),
    queue.run(record!, { status: "cancelled" }, failed),
    queue.run(record!, {}, async ({ version }) => version),
    queue.together([record!], async () => {
      const current = queue.newest(record!);
      queue.follows(current.version, { order_placed: true, version: await change(current) });
    }),
  ]);
  expect(versions).toEqual([5, 15]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(queue.newest(record!)).toMatchObject({ status: "in_progress", order_placed: true, version: 25 });
});
