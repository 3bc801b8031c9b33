/** The typed values of a form. They survive errors, reloads and navigation, and end with the tab. */
export interface Draft {
  readonly values: Readonly<Record<string, string>>;
  /** The id of the prefill already in these values, so that a reload does not overwrite changes. */
  readonly prefill?: string;
  /** The last attempt: the same payload keeps its key, even after a reload; without an answer, any payload does. */
  readonly attempt?:
    | { readonly payload: string; readonly key: string; readonly isUnanswered?: boolean }
    | undefined;
}

export interface DraftStore {
  read(): Draft;
  update(change: Partial<Draft>): void;
  clear(): void;
}

/** The key of a form's draft in session storage. */
export function draftKey(name: string): string {
  return `quadkea-${name}-draft`;
}

/** A draft in session storage. If the browser forbids that, the form still works. */
export function draftAt(storageKey: string): DraftStore {
  const read = (): Draft => {
    const stored = tryStorage(() => JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") as Partial<Draft>);
    return { values: {}, ...stored };
  };
  return {
    read,
    update: (change) =>
      tryStorage(() => sessionStorage.setItem(storageKey, JSON.stringify({ ...read(), ...change }))),
    clear: () => tryStorage(() => sessionStorage.removeItem(storageKey)),
  };
}

/** Returns undefined if the browser forbids its storage, or what is there cannot be read. */
export function tryStorage<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Returns the idempotency key of what is sent: the same one if the same is sent again. */
export function newKey(draft: DraftStore, payload: string): string {
  const last = draft.read().attempt;
  if (last?.payload === payload) return last.key;
  const key = randomKey();
  draft.update({ attempt: { payload, key } });
  return key;
}

/** Returns `length` random bytes in hex. crypto.randomUUID is missing over plain HTTP. */
export function randomKey(length = 16): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(length))];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
