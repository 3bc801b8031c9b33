import { useEffect, useState, useSyncExternalStore } from "react";
import * as v from "valibot";

import { saveDraft } from "#app/desk/api/deals.ts";
import { asProblem, isMissing, isStale } from "#app/desk/api/desk-call.ts";
import type { OpenRecord } from "#app/desk/api/open-record.ts";
import { beginWriting } from "#app/desk/api/session.ts";
import { deskItem } from "#app/desk/session/session-end.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { deskClient } from "#app/desk/state/desk-queries.ts";
import { charactersOver, tooLongText } from "#app/desk/ui/too-long.tsx";
import { draftAt, type DraftStore } from "#app/shared/forms/draft.ts";
import { evidenceMost, type QuoteDraft, quoteDraftSchema, wordsMost } from "#domain/deals/quote.ts";
import { plainText } from "#domain/plain-text.ts";

import type { DealProps } from "./deal-call.ts";
import { startDraft } from "./edit-draft.ts";
import { linesProblem } from "./inputs.tsx";

/** A draft as the server has it. */
interface SavedDraft {
  readonly draft: QuoteDraft;
  readonly version: number;
}

export interface DraftState {
  readonly draft: QuoteDraft;
  /** `conflict`: the draft was saved elsewhere first. Nothing was overwritten. */
  readonly status: "saved" | "unsaved" | "saving" | "conflict";
  /** Why the last save failed. */
  readonly problem: string | null;
}

interface KeeperOptions {
  /** What is not saved yet: outlives errors and reloads. */
  readonly store: DraftStore;
  /** Or, as version 0, the draft to begin with. */
  readonly saved: SavedDraft;
  /** Returns the new version. */
  readonly save: (draft: QuoteDraft, version: number) => Promise<number>;
}

const pauseMs = 700;

/** Keeps the draft of a quote: at once in this tab, on the server when the typing pauses. */
export class DraftKeeper {
  readonly #options: KeeperOptions;
  readonly #listeners = new Set<() => void>();
  #version: number;
  /** The draft of the last save whose outcome is not known. */
  #sent: QuoteDraft | null;
  #state: DraftState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<boolean> | null = null;

  constructor(options: KeeperOptions) {
    this.#options = options;
    const { success: isKept, output: kept } = v.safeParse(keptSchema, options.store.read().values);
    this.#version = isKept ? kept.version : options.saved.version;
    this.#sent = isKept ? kept.sent : null;
    this.#state = {
      draft: isKept ? kept.draft : options.saved.draft,
      status: isKept ? "unsaved" : "saved",
      problem: null,
    };
    this.follow(options.saved);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = (): DraftState => this.#state;

  get version(): number {
    return this.#version;
  }

  edit(draft: QuoteDraft): void {
    if (this.#state.status === "conflict") return this.#set({ draft });
    this.#keep(draft);
    this.#set({ draft, status: "unsaved" });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), pauseMs);
  }

  /** Saves what is not saved yet. Returns whether the server has the draft as it is. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    if (this.#saving !== null) await this.#saving;
    if (this.#state.status !== "unsaved") return this.#state.status === "saved";
    this.#saving ??= this.#save().finally(() => {
      this.#saving = null;
    });
    return (await this.#saving) && this.flush();
  }

  /** Takes over a newer draft of the server, unless something here is not saved. */
  follow({ draft, version }: SavedDraft): void {
    if (version <= this.#version || this.#saving !== null) return;
    if (version === this.#version + 1 && isSame(draft, this.#sent)) return this.#followOwn(version);
    if (this.#state.status !== "saved") return;
    this.#version = version;
    this.#set({ draft });
  }

  /** A save arrived although its response did not: what was typed since goes on top of it. */
  #followOwn(version: number): void {
    this.#version = version;
    this.#sent = null;
    this.#keep(this.#state.draft);
    if (this.#state.status !== "conflict") return;
    this.#set({ status: "unsaved", problem: null });
    void this.flush();
  }

  async #save(): Promise<boolean> {
    const { draft } = this.#state;
    const refusal = draftProblem(draft);
    if (refusal !== null) {
      this.#set({ problem: refusal });
      return false;
    }
    const before = this.#sent;
    this.#sent = draft;
    this.#keep(draft);
    this.#set({ status: "saving", problem: null });
    try {
      this.#version = await this.#options.save(draft, this.#version);
      this.#sent = null;
    } catch (error) {
      if (isStale(error)) this.#sent = before;
      // A reload shows what was saved.
      if (isMissing(error) || isStale(error)) this.#options.store.clear();
      this.#set({ status: isStale(error) ? "conflict" : "unsaved", problem: asProblem(error).message });
      return false;
    }
    if (this.#state.draft === draft) {
      this.#options.store.clear();
      this.#set({ status: "saved" });
    } else this.#keep(this.#state.draft);
    return true;
  }

  #keep(draft: QuoteDraft): void {
    this.#options.store.update({
      values: {
        draft: JSON.stringify(draft),
        version: String(this.#version),
        sent: JSON.stringify(this.#sent),
      },
    });
  }

  #set(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function isSame(one: QuoteDraft | null, other: QuoteDraft | null): boolean {
  const [a, b] = [one, other].map((draft) => v.safeParse(keptDraftSchema, draft));
  return a?.success === true && b?.success === true && JSON.stringify(a.output) === JSON.stringify(b.output);
}

const anyText = v.pipe(v.string(), v.transform(plainText));
const anyTextOrNull = v.pipe(
  v.nullable(anyText),
  v.transform((text) => (text === "" ? null : text)),
);

/** What is too long is kept until someone has shortened it. */
const keptDraftSchema = v.object({
  ...quoteDraftSchema.entries,
  lines: v.array(
    v.object({
      ...quoteDraftSchema.entries.lines.item.entries,
      text: anyText,
      machine: anyTextOrNull,
      evidence: v.array(anyText),
    }),
  ),
  words: anyTextOrNull,
});

const keptSchema = v.object({
  draft: v.pipe(v.string(), v.parseJson(), keptDraftSchema),
  sent: v.pipe(v.string(), v.parseJson(), v.nullable(keptDraftSchema)),
  version: v.pipe(v.string(), v.transform(Number), v.safeInteger()),
});

/** Why the server would refuse to save the draft, in words for staff; null if it would not. */
function draftProblem({ lines, words }: QuoteDraft): string | null {
  for (const [index, { text, evidence }] of lines.entries()) {
    const problem = linesProblem(evidence, evidenceMost);
    if (problem !== null) return `Evidence of ${text === "" ? `line ${index + 1}` : text}: ${problem}`;
  }
  const over = charactersOver(words ?? "", wordsMost);
  return over > 0 ? `Your own words: ${tooLongText(over)}` : null;
}

/** Drafts that are being saved after their composer was closed: one that opens again goes on with them. */
const closing = new Map<string, DraftKeeper>();

/** The draft of the open quote. Saves it whenever the page might go away. */
export function useDraftKeeper(open: DealProps): readonly [DraftKeeper, DraftState] {
  const { record, deal } = open;
  const { viewer } = useDeskPage();
  const key = deskItem(viewer.user.id, `quote-${record.ref_number}`);
  const [keeper] = useState(() => closing.get(key) ?? keeperOf(key, open));
  const state = useSyncExternalStore(keeper.subscribe, keeper.state, keeper.state);
  const { draft, draft_version: version } = deal;
  useEffect(() => {
    if (draft !== null) keeper.follow({ draft, version });
  }, [keeper, draft, version]);
  useEffect(() => {
    const flush = () => void keeper.flush();
    document.addEventListener("focusout", flush);
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", flush);
    return () => {
      document.removeEventListener("focusout", flush);
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flush);
      closing.set(key, keeper);
      void keeper.flush().finally(() => closing.delete(key));
    };
  }, [keeper, key]);
  const isUnsaved = state.status !== "saved";
  useEffect(() => (isUnsaved ? beginWriting() : undefined), [isUnsaved]);
  return [keeper, state];
}

function keeperOf(key: string, open: DealProps): DraftKeeper {
  const { ref_number: reference } = open.record;
  return new DraftKeeper({
    store: draftAt(key),
    saved: { draft: open.deal.draft ?? startDraft(open), version: open.deal.draft_version },
    async save(draft, version) {
      const draft_version = await saveDraft(reference, draft, version);
      // The composer that opens next begins with what was saved.
      deskClient.setQueryData<OpenRecord | null>(["record", reference], (record) =>
        record?.deal ? { ...record, deal: { ...record.deal, draft, draft_version } } : record,
      );
      return draft_version;
    },
  });
}
