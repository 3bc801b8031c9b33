import { useMemo, useState, useSyncExternalStore } from "react";
import * as v from "valibot";

import { tryStorage } from "#app/shared/document/storage.ts";
import { emailOf } from "#domain/submission-values.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";

import type { TypedValues } from "./form-values.ts";

/** Details that a visitor has asked this browser to keep. No other personal data outlives a tab. */
const storageKey = "quadkea-remembered";

const rememberedSchema = v.record(v.string(), v.string());

/** What was kept when the form was opened and the form asks for: what is sent now is no offer yet. */
export function useRemembered(submission: Submission): TypedValues {
  const [readOnce] = useState(textAtFirst);
  const stored = useSyncExternalStore(neverChanges, readOnce, () => "");
  return useMemo(() => pickedFor(submission, parsed(stored)), [submission, stored]);
}

function textAtFirst(): () => string {
  let text: string | undefined;
  return () => (text ??= storedText());
}

const neverChanges = () => () => {};

function pickedFor(submission: Submission, values: TypedValues): TypedValues {
  const names = rememberedNames(submission);
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

/**
 * Keeps these values, and what the same person has left in other forms. The last machine replaces the one before as a
 * whole, and another person everything.
 */
export function remember(submission: Submission, typed: TypedValues): void {
  const names = rememberedNames(submission);
  const isOfOldMachine = (name: string) =>
    names.includes(name) && submission.fields[name]?.role === "machine";
  const before = read();
  const isSamePerson = emailOf(submission, before) === emailOf(submission, typed);
  const kept = Object.entries(isSamePerson ? before : {}).filter(([name]) => !isOfOldMachine(name));
  const added = Object.entries(typed).filter(([name]) => names.includes(name));
  tryStorage(() => localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries([...kept, ...added]))));
}

export function forgetRemembered(): void {
  tryStorage(() => localStorage.removeItem(storageKey));
}

function rememberedNames(submission: Submission): string[] {
  return fieldEntries(submission).flatMap(([name, { remembered }]) => (remembered ? [name] : []));
}

function storedText(): string {
  return tryStorage(() => localStorage.getItem(storageKey)) ?? "{}";
}

function parsed(text: string): TypedValues {
  return tryStorage(() => v.parse(rememberedSchema, JSON.parse(text))) ?? {};
}

const read = () => parsed(storedText());
