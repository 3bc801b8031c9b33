import { createContext, use } from "react";

import type { BusinessCalendar } from "#domain/business-calendar.ts";

import type { DeskState } from "./use-desk.ts";
import type { ViewState } from "./use-view.ts";
import type { Viewer } from "./viewer.ts";

/** What stays the same while records are opened and changed. */
interface DeskBasics {
  readonly viewer: Viewer;
  /** Renewed every minute. */
  readonly now: Date;
  /** Null until it is loaded. */
  readonly calendar: BusinessCalendar | null;
}

/** What the parts of the desk's page share. */
interface DeskPage extends DeskBasics, Omit<ViewState, "isRecordLink"> {
  readonly state: DeskState;
}

export const DeskBasicsContext = createContext<DeskBasics | null>(null);
export const DeskPageContext = createContext<DeskPage | null>(null);
/** The ids of those who have the open record open, too. */
export const PresenceContext = createContext<readonly string[]>([]);

/** Throws outside of the desk's page. */
export function useDeskPage(): DeskPage {
  const page = use(DeskPageContext);
  if (page === null) throw new Error("This is not the desk's page");
  return page;
}

/** For the parts of a row: a list of fifty is not rendered again for every record that opens. Throws outside of the desk's page. */
export function useDeskBasics(): DeskBasics {
  const basics = use(DeskBasicsContext);
  if (basics === null) throw new Error("This is not the desk's page");
  return basics;
}
