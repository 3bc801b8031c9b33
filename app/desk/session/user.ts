import { useOutletContext } from "react-router";

import type { CurrentUser } from "#domain/wire.ts";

/** What every page inside signed-in.tsx knows. */
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
