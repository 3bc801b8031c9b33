import { expect, test, vi } from "vitest";

import { CallProblem } from "#app/desk/api/desk-call.ts";
import type { Draft, DraftStore } from "#app/shared/forms/draft.ts";
import { evidenceMost, type QuoteDraft, wordsMost } from "#domain/deals/quote.ts";

import { emptyLine } from "./edit-draft.ts";
import { DraftKeeper } from "./quote-draft.ts";

const draftOf = (cents: number | null): QuoteDraft => ({
  lines: [{ ...emptyLine, id: "l1", text: "Front diff", unit_cents: cents }],
  freight: null,
  valid_days: 7,
  words: null,
  fitment: null,
});

function withEvidence(...evidence: string[]): QuoteDraft {
  const draft = draftOf(18_500);
  return { ...draft, lines: draft.lines.map((line) => ({ ...line, evidence })) };
}

function memoryStore(): DraftStore {
  let kept: Draft = { values: {} };
  return {
    read: () => kept,
    update: (change) => void (kept = { ...kept, ...change }),
    clear: () => void (kept = { values: {} }),
  };
}

/** A server that holds one draft, as the calls see it. */
function draftServer() {
  const server = { version: 0, cents: [] as (number | null)[], problem: null as Error | null };
  const save = async (draft: QuoteDraft, version: number) => {
    if (server.problem !== null) throw server.problem;
    if (version !== server.version) throw new CallProblem("Mere has saved this draft", null, 412);
    server.version += 1;
    server.cents.push(draft.lines[0]?.unit_cents ?? null);
    return server.version;
  };
  return { server, save };
}

function keeperAt(
  store: DraftStore,
  save: (draft: QuoteDraft, version: number) => Promise<number>,
  version = 0,
) {
  return new DraftKeeper({ store, saved: { draft: draftOf(null), version }, save });
}

test("what is typed is kept in the tab at once, and on the server when the typing pauses: only its last state", async () => {
  vi.useFakeTimers();
  const { server, save } = draftServer();
  const store = memoryStore();
  const keeper = keeperAt(store, save);
  for (const cents of [100, 1800, 18_500]) keeper.edit(draftOf(cents));
  expect(store.read().values["draft"]).toContain("18500");
  expect(server.cents).toEqual([]);
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(server.cents).toEqual([18_500]);
  expect(keeper.state().status).toBe("saved");
  expect(store.read().values).toEqual({});
});

test("what was not saved survives a reload, and is saved on the version that its writer had seen", async () => {
  const { server, save } = draftServer();
  const store = memoryStore();
  server.problem = new CallProblem("The server could not be reached");
  const before = keeperAt(store, save);
  before.edit(draftOf(18_500));
  expect(await before.flush()).toBe(false);
  expect(before.state()).toMatchObject({ status: "unsaved", problem: "The server could not be reached" });
  server.problem = null;
  const after = keeperAt(store, save, 5);
  expect(after.state()).toMatchObject({ status: "unsaved", draft: draftOf(18_500) });
  expect(await after.flush()).toBe(true);
  expect(server.cents).toEqual([18_500]);
});

test("words that are too long for the server survive a reload", async () => {
  const store = memoryStore();
  const before = keeperAt(store, async () => Promise.reject(new CallProblem("draft.words: too long")));
  const long = { ...draftOf(18_500), words: "x".repeat(wordsMost + 1) };
  before.edit(long);
  expect(await before.flush()).toBe(false);
  expect(keeperAt(store, draftServer().save).state().draft).toEqual(long);
});

test("evidence that is too long is not sent, survives a reload and a colleague's save, and says what to do", async () => {
  const { server, save } = draftServer();
  const store = memoryStore();
  const long = withEvidence("Boots: whole", "x".repeat(evidenceMost.characters + 12));
  const before = keeperAt(store, save);
  before.edit(long);
  expect(await before.flush()).toBe(false);
  expect(server.version).toBe(0);
  expect(before.state()).toMatchObject({
    status: "unsaved",
    problem:
      "Condition notes of Front diff: Line 2 has 12 characters too many: shorten it, or start a new line",
  });
  server.version = 1;
  before.follow({ draft: draftOf(900), version: 1 });
  const after = new DraftKeeper({ store, saved: { draft: draftOf(900), version: 1 }, save });
  expect(after.state()).toMatchObject({ status: "unsaved", draft: long });
  after.edit(withEvidence("Boots: whole"));
  expect(await after.flush()).toBe(false);
  expect(after.state().status).toBe("conflict");
});

test("a draft that the server refused earlier stops nothing when a colleague saves the next one", async () => {
  const long = { ...draftOf(100), fitment: "x".repeat(501) };
  const keeper = keeperAt(memoryStore(), async () =>
    Promise.reject(new CallProblem("draft.fitment: too long")),
  );
  keeper.edit(long);
  expect(await keeper.flush()).toBe(false);
  keeper.follow({ draft: draftOf(900), version: 1 });
  expect(keeper.state()).toMatchObject({ status: "unsaved", draft: long });
});

test("a save with white space at the end of its words is known again although its response was lost", async () => {
  const { server, save } = draftServer();
  const keeper = keeperAt(memoryStore(), async (draft, version) => {
    await save(draft, version);
    throw new CallProblem("The server could not be reached");
  });
  keeper.edit({ ...draftOf(100), words: "It turns. " });
  expect(await keeper.flush()).toBe(false);
  keeper.follow({ draft: { ...draftOf(100), words: "It turns." }, version: 1 });
  expect(keeper.version).toBe(1);
  expect(server.version).toBe(1);
});

test("if someone else has saved first, nothing is overwritten, and a reload shows what was saved", async () => {
  const { server, save } = draftServer();
  const store = memoryStore();
  const keeper = keeperAt(store, save);
  server.version = 3;
  keeper.edit(draftOf(100));
  expect(await keeper.flush()).toBe(false);
  keeper.edit(draftOf(200));
  expect(await keeper.flush()).toBe(false);
  expect(server.cents).toEqual([]);
  expect(keeper.state()).toMatchObject({ status: "conflict", draft: draftOf(200) });
  const saved = { draft: draftOf(900), version: 3 };
  const after = new DraftKeeper({ store, saved, save });
  expect(after.state()).toMatchObject({ status: "saved", draft: draftOf(900) });
});

test("a draft that somebody else saves appears, unless there is something of one's own", async () => {
  const { save } = draftServer();
  const keeper = keeperAt(memoryStore(), save);
  keeper.follow({ draft: draftOf(700), version: 1 });
  expect(keeper.state().draft).toEqual(draftOf(700));
  keeper.edit(draftOf(800));
  keeper.follow({ draft: draftOf(900), version: 2 });
  expect(keeper.state().draft).toEqual(draftOf(800));
});

test("what is typed while a save is on its way is saved after it", async () => {
  const { server, save } = draftServer();
  const keeper = keeperAt(memoryStore(), save);
  keeper.edit(draftOf(100));
  const first = keeper.flush();
  keeper.edit(draftOf(200));
  await first;
  await keeper.flush();
  expect(server.cents).toEqual([100, 200]);
  expect(keeper.state().status).toBe("saved");
});

test.for<[string, number]>([
  ["before the draft is read again", 1],
  ["after it", 0],
])(
  "a save that arrives without its response, %s, is no conflict: what was typed since goes on top",
  async ([, version]) => {
    const { server, save } = draftServer();
    const store = memoryStore();
    const loses = async (draft: QuoteDraft, seen: number) => {
      await save(draft, seen);
      throw new CallProblem("The server could not be reached");
    };
    const before = keeperAt(store, loses);
    before.edit(draftOf(100));
    expect(await before.flush()).toBe(false);
    before.edit(draftOf(200));
    const saved = { draft: draftOf(version === 0 ? null : 100), version };
    const after = new DraftKeeper({ store, saved, save });
    await after.flush();
    after.follow({ draft: draftOf(100), version: 1 });
    await vi.waitFor(() => expect(after.state()).toMatchObject({ status: "saved", draft: draftOf(200) }));
    expect(server.cents).toEqual([100, 200]);
  },
);

test("photos that a phone adds to a line go into the draft, and what is being typed goes on top of them", async () => {
  const sha256 = "a".repeat(64);
  const withPhoto = (draft: QuoteDraft): QuoteDraft => ({
    ...draft,
    lines: draft.lines.map((line) => ({ ...line, photos: [sha256] })),
  });
  const sent: [QuoteDraft, number][] = [];
  const save = async (draft: QuoteDraft, version: number) => {
    if (version < 2) throw new CallProblem("Mere has saved this draft", null, 412);
    sent.push([draft, version]);
    return version + 1;
  };
  const saved = { draft: draftOf(null), version: 1 };
  const reload = async () => ({ draft: withPhoto(draftOf(null)), version: 2 });
  const keeper = new DraftKeeper({ store: memoryStore(), saved, save, reload });
  keeper.edit(draftOf(18_500));
  expect(await keeper.flush()).toBe(true);
  expect(sent).toEqual([[withPhoto(draftOf(18_500)), 2]]);

  keeper.edit(withPhoto(draftOf(19_000)));
  keeper.follow({ draft: draftOf(18_500), version: 4 });
  expect(keeper.state()).toMatchObject({ status: "unsaved", draft: draftOf(19_000) });
  expect(await keeper.flush()).toBe(true);
  expect(sent.at(-1)).toEqual([draftOf(19_000), 4]);
});
