import { useEffect, useState, useSyncExternalStore } from "react";

import type { CurrentUser } from "#domain/wire.ts";

import type { DeskState } from "./desk-state.ts";
import type { DeskView } from "./desk-view.ts";
import { Desk } from "./desk.ts";

/** The panel's records, and what it knows of them; it follows the view. */
export function useDesk(
  view: DeskView,
  user: CurrentUser,
  onSignedOut: () => void,
): { readonly desk: Desk; readonly state: DeskState } {
  const [desk] = useState(() => new Desk(user.id));
  useEffect(() => desk.whenSignedOut(onSignedOut), [desk, onSignedOut]);
  useEffect(() => void desk.show(view), [desk, view]);
  return { desk, state: useSyncExternalStore(desk.subscribe, desk.state, desk.state) };
}
