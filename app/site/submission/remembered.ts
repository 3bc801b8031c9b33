import { useMemo, useSyncExternalStore } from "react";
import * as v from "valibot";

import { fieldEntries, type Submission } from "#domain/submission.ts";

import type { TypedValues } from "./form-values.ts";

/** Details that a visitor has asked this browser to keep. No other personal data outlives a tab. */
const storageKey = "quadkea-remembered";

const rememberedSchema = v.record(v.string(), v.string());

/** What is kept and the form asks for. Of the server's page: nothing. */
export function useRemembered(submission: Submission): TypedValues {
  const stored = useSyncExternalStore(neverChanges, storedText, () => null);
  return useMemo(() => pickedFor(submission, parsed(stored)), [submission, stored]);
}

export function isAnythingRemembered(submission: Submission): boolean {
  return Object.keys(pickedFor(submission, read())).length > 0;
}

/** Only this page changes it, and that page shows it itself. */
const neverChanges = () => () => {};

function pickedFor(submission: Submission, values: TypedValues): TypedValues {
  const names = rememberedNames(submission);
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

/** Keeps these values, and what other forms have kept. The last machine replaces the one before as a whole. */
export function remember(submission: Submission, typed: TypedValues): void {
  const names = rememberedNames(submission);
  const isOfOldMachine = (name: string) =>
    names.includes(name) && submission.fields[name]?.role === "machine";
  const kept = Object.entries(read()).filter(([name]) => !isOfOldMachine(name));
  const added = Object.entries(typed).filter(([name]) => names.includes(name));
  attempt(() => localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries([...kept, ...added]))));
}

export function forgetRemembered(): void {
  attempt(() => localStorage.removeItem(storageKey));
}

function rememberedNames(submission: Submission): string[] {
  return fieldEntries(submission).flatMap(([name, { remembered }]) => (remembered ? [name] : []));
}

function storedText(): string | null {
  return attempt(() => localStorage.getItem(storageKey)) ?? null;
}

function parsed(text: string | null): TypedValues {
  return attempt(() => v.parse(rememberedSchema, JSON.parse(text ?? "{}"))) ?? {};
}

const read = () => parsed(storedText());

/** If the browser forbids storage, the form works without it. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
