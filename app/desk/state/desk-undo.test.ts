import { beforeEach, expect, test } from "vitest";

import { CallProblem } from "#app/desk/api/desk-call.ts";
import type { RecordStatus } from "#domain/record-status.ts";
import { openDesk, server, startDeskServer } from "#tests/desk-server.ts";

import { mailReport } from "./change-report.ts";

beforeEach(startDeskServer);

test("changes that did not reach the server are all named, and all made when it is back, even after a failed refresh, with one undo", async () => {
  const desk = await openDesk();
  const [first, second, third] = server.rows;
  server.isOffline = true;
  await desk.setStatus(first!, "completed");
  await desk.setStatus(second!, "completed");
  await desk.change(third!, { order_placed: true });
  expect(desk.notes()).toMatchObject({ isUnreached: true, about: "QK-0, QK-1, QK-2", report: null });
  await desk.reload(); // It fails too, and the page says so instead.
  server.isOffline = false;
  desk.reconnected();
  const words = "QK-0: Completed, QK-1: Completed, QK-2: order placed";
  await expect.poll(() => desk.notes()).toMatchObject({ problem: null, report: { words } });
  expect(server.taken.flat()).toMatchObject([
    { reference: "QK-0", status: "completed" },
    { reference: "QK-1", status: "completed" },
    { reference: "QK-2", order_placed: true },
  ]);
  await desk.undo();
  expect(server.taken.at(-1)).toEqual([
    { reference: "QK-0", version: 1001, status: "new", is_undo: true },
    { reference: "QK-1", version: 1002, status: "in_progress", is_undo: true },
    { reference: "QK-2", version: 1003, order_placed: false, is_undo: true },
  ]);
});

test("closing another problem keeps the changes that did not reach the server; only closing their own gives them up", async () => {
  const desk = await openDesk();
  const [first, second] = server.rows;
  const loseAndCloseAnother = async (status: RecordStatus) => {
    server.isOffline = true;
    await desk.setStatus(first!, status);
    desk.failElsewhere("The reply was not sent: QK-2", new CallProblem("Busy", null, 503));
    expect(desk.notes()).toMatchObject({ problem: "Busy", retry: null });
    desk.dismiss();
    expect(desk.notes()).toMatchObject({ isUnreached: true, about: "QK-0" });
    server.isOffline = false;
  };
  await loseAndCloseAnother("completed");
  desk.reconnected();
  await expect.poll(() => server.taken.flat()).toMatchObject([{ reference: "QK-0", status: "completed" }]);
  await expect.poll(() => desk.notes().problem).toBeNull();

  await loseAndCloseAnother("cancelled");
  desk.dismiss();
  expect(desk.notes()).toMatchObject({ problem: null, retry: null });
  await desk.setStatus(second!, "completed");
  expect(server.taken.flat().map(({ reference }) => reference)).toEqual(["QK-0", "QK-1"]);
});

test("of two choices for the same record that did not reach the server, only the later one is made, with the next change that does", async () => {
  const desk = await openDesk();
  const [first, second] = server.rows;
  server.isOffline = true;
  await desk.setStatus(first!, "completed");
  await desk.setStatus(first!, "cancelled");
  await desk.change(first!, { owner_id: "u1" });
  server.isOffline = false;
  await desk.setStatus(second!, "completed");
  await expect.poll(() => server.taken.length).toBe(3);
  expect(server.taken.flat()).toEqual([
    { reference: "QK-1", version: 2, status: "completed" },
    { reference: "QK-0", version: 1, status: "cancelled" },
    { reference: "QK-0", version: 1001, owner_id: "u1" },
  ]);
  await expect.poll(() => desk.notes().problem).toBeNull();
});

test("an undo waits for the change whose response is on the way; if that fails, it takes back nothing else", async () => {
  const desk = await openDesk();
  const [first, second] = server.rows;
  void desk.setStatus(first!, "completed");
  await desk.undo();
  expect(server.taken.flat()).toMatchObject([{ status: "completed" }, { version: 1001, status: "new" }]);
  await desk.setStatus(second!, "completed");
  server.refused.add(4);
  void desk.setStatus(first!, "cancelled");
  await desk.undo();
  expect(server.taken).toHaveLength(3);
});

test("an undo waits for a logged call or a reply on its way; if that fails, it takes back nothing else, and the change before it can still be undone", async () => {
  const desk = await openDesk();
  await desk.setStatus(server.rows[0]!, "completed");
  const takenBack: string[] = [];
  const logged = (reference: string) => ({
    words: `${reference}: call logged`,
    undo: [],
    takeBack: { what: "Call", undone: "No call", run: async () => void takenBack.push(reference) },
  });
  const call = Promise.withResolvers<ReturnType<typeof logged>>();
  const telling = desk.tell(call.promise);
  expect(desk.notes().report).toBeNull();
  const undone = desk.undo();
  call.resolve(logged("QK-1"));
  await Promise.all([telling, undone]);
  expect(takenBack).toEqual(["QK-1"]);
  expect(server.taken).toHaveLength(1);

  await desk.setStatus(server.rows[2]!, "completed");
  const lost = Promise.reject(new CallProblem("Not reached"));
  const failing = desk.tell(lost).catch(String);
  await desk.undo();
  expect(await failing).toContain("Not reached");
  expect(server.taken).toHaveLength(2);
  await desk.undo();
  expect(server.taken.at(-1)).toMatchObject([{ reference: "QK-2", status: "new" }]);
});

test("taking back is tried again when the server is back, and no more once it is too late", async () => {
  const desk = await openDesk();
  const answers = [new CallProblem("Not reached"), new CallProblem("The reply has left already", null, 409)];
  const takeBack = async () => {
    const problem = answers.shift();
    if (problem !== undefined) throw problem;
  };
  const reply = mailReport("Reply to QK-0", 10_000, takeBack);
  await desk.tell(Promise.resolve(reply));
  await desk.undo();
  const about = "Reply to QK-0";
  expect(desk.notes()).toMatchObject({ problem: "Not reached", about, isUnreached: true });
  desk.reconnected();
  await expect
    .poll(() => desk.notes())
    .toMatchObject({ problem: "The reply has left already", retry: null, isUnreached: false, report: null });
  await desk.tell(Promise.resolve(reply));
  await desk.undo();
  expect(desk.notes()).toMatchObject({
    problem: null,
    report: { words: "Undone. Reply to QK-0 was not sent" },
  });
});
