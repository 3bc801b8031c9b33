import { useOutletContext } from "react-router";

import type { CurrentUser } from "#domain/wire.ts";

/** Returns the signed-in user. Only for pages inside signed-in.tsx. */
export function useUser(): CurrentUser {
  return useOutletContext<CurrentUser>();
}
