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

/** Who sees no money and may change little: the server refuses the rest, so nothing offers it. */
export function useIsYard(): boolean {
  return useUser().desk_role === "yard";
}

/** Pages that the yard has no use for. */
export const closedToYard: readonly string[] = [
  "/admin/money",
  "/admin/figures",
  "/admin/photo",
  "/admin/settings/replies",
  "/admin/settings/firm",
];
