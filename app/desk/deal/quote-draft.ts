import * as v from "valibot";

import { asProblem, isMissing, isStale } from "#app/desk/api/desk-call.ts";
import { charactersOver, tooLongText } from "#app/desk/ui/too-long.tsx";
import type { DraftStore } from "#app/shared/forms/draft.ts";
import { evidenceMost, type QuoteDraft, quoteDraftSchema, wordsMost } from "#domain/deals/quote.ts";
import { plainText } from "#domain/plain-text.ts";

import { withPhotosOf } from "./edit-draft.ts";
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
  /** What the server has, if somebody else has saved it; null if there is none. */
  readonly reload?: () => Promise<SavedDraft | null>;
}

const pauseMs = 700;

/** Keeps the draft of a quote: at once in this tab, on the server when the typing pauses. */
export class DraftKeeper {
  readonly #options: KeeperOptions;
  readonly #listeners = new Set<() => void>();
  #version: number;
  /** The draft of that version; null if it is not known. */
  #base: QuoteDraft | null;
  /** The draft of the last save whose outcome is not known. */
  #sent: QuoteDraft | null;
  #state: DraftState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<boolean> | null = null;

  constructor(options: KeeperOptions) {
    this.#options = options;
    const { success: isKept, output: kept } = v.safeParse(keptSchema, options.store.read().values);
    this.#version = isKept ? kept.version : options.saved.version;
    this.#base = this.#version === options.saved.version ? options.saved.draft : null;
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
    if (this.#state.status !== "saved") return void this.#takePhotos({ draft, version });
    this.#version = version;
    this.#base = draft;
    this.#set({ draft });
  }

  /** Photos come from a phone while the quote is being written: what else is typed goes on top of them. */
  #takePhotos({ draft, version }: SavedDraft): boolean {
    if (this.#base === null || !isSameButPhotos(this.#base, draft)) return false;
    this.#version = version;
    this.#base = draft;
    const merged = withPhotosOf(this.#state.draft, draft);
    this.#keep(merged);
    this.#set({ draft: merged });
    return true;
  }

  async #reload(): Promise<boolean> {
    const saved = await this.#options.reload?.().catch(() => null);
    return saved !== undefined && saved !== null && this.#takePhotos(saved);
  }

  /** A save arrived although its response did not: what was typed since goes on top of it. */
  #followOwn(version: number): void {
    this.#version = version;
    this.#base = this.#sent;
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
      this.#base = draft;
      this.#sent = null;
    } catch (error) {
      if (isStale(error)) this.#sent = before;
      if (isStale(error) && (await this.#reload())) return this.#save();
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

const withoutPhotos = (draft: QuoteDraft): QuoteDraft => withPhotosOf(draft, { lines: [] });

export function isSameButPhotos(one: QuoteDraft, other: QuoteDraft): boolean {
  return isSame(withoutPhotos(one), withoutPhotos(other));
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
    if (problem !== null) return `Condition notes of ${text === "" ? `line ${index + 1}` : text}: ${problem}`;
  }
  const over = charactersOver(words ?? "", wordsMost);
  return over > 0 ? `Your own words: ${tooLongText(over)}` : null;
}
