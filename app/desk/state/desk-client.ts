import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

import { SignedOut } from "#app/desk/api/session.ts";
import { leaveDesk } from "#app/desk/session/session-end.ts";
import { withView } from "#app/desk/ui/desk-link.ts";

function leaveIfSignedOut(error: unknown): void {
  if (error instanceof SignedOut) leaveForLogin();
}

/** Goes to the login page, which leads back to the same view. */
export function leaveForLogin(): void {
  void leaveDesk(withView("/admin-login", new URLSearchParams(location.search)));
}

/**
 * What the desk has loaded and is changing. It is as old as the page, like the signed-in user. Failed loads are not
 * repeated: staff see them at once and have a Refresh button.
 */
export const deskClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveIfSignedOut }),
  mutationCache: new MutationCache({ onError: leaveIfSignedOut }),
  defaultOptions: {
    queries: { retry: false, networkMode: "always", gcTime: 0, refetchOnReconnect: false },
    mutations: { retry: false, networkMode: "always", gcTime: 0 },
  },
});

/** Loads everything again that the page shows of records. */
export function reloadRecords(): Promise<unknown> {
  const kinds = [["list"], ["record"], ["summary"]];
  return Promise.all(kinds.map((queryKey) => deskClient.invalidateQueries({ queryKey })));
}
