import { useOutletContext } from "react-router";

import type { CurrentUser } from "#domain/wire.ts";

/** The outlet context of the pages inside signed-in.tsx. */
export interface SignedInContext {
  readonly user: CurrentUser;
  /** Takes over the name that the user has given, for every page. */
  readonly rename: (name: string) => void;
}

export function useSignedIn(): SignedInContext {
  return useOutletContext<SignedInContext>();
}

export function useUser(): CurrentUser {
  return useSignedIn().user;
}
