import { buildHeader } from "#domain/desk-wire.ts";

let outdated = false;
const listeners = new Set<() => void>();

/** Compares the build that a response names with the one of this page: responses of another one may have another shape. */
export function noteBuild({ headers }: Response): void {
  const { __reactRouterManifest: loaded } = globalThis as { __reactRouterManifest?: { version: string } };
  const served = headers.get(buildHeader);
  if (outdated || served === null || loaded === undefined || loaded.version === served) return;
  outdated = true;
  for (const listener of listeners) listener();
}

/** Listens until the returned function is called. */
export function onOutdated(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server had another build than this page at some time since it was loaded. */
export const isOutdated = () => outdated;
