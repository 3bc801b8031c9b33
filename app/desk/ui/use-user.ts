import { useOutletContext } from "react-router";

import type { CurrentUser } from "#domain/wire.ts";

/** Who is signed in, on pages behind the gate. */
export function useUser(): CurrentUser {
  return useOutletContext<CurrentUser>();
}
