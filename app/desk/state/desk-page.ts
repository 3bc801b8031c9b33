import { createContext, use } from "react";

import type { BusinessCalendar } from "#domain/business-calendar.ts";

import type { Desk } from "./desk.ts";
import type { DeskState } from "./use-desk.ts";
import type { ViewState } from "./use-view.ts";
import type { Viewer } from "./viewer.ts";

/** What the parts of the desk's page share. */
interface DeskPage extends Omit<ViewState, "isRecordLink"> {
  readonly desk: Desk;
  readonly state: DeskState;
  readonly viewer: Viewer;
  /** Renewed every minute. */
  readonly now: Date;
  /** Null until it is loaded. */
  readonly calendar: BusinessCalendar | null;
}

export const DeskPageContext = createContext<DeskPage | null>(null);

/** Throws outside of the desk's page. */
export function useDeskPage(): DeskPage {
  const page = use(DeskPageContext);
  if (page === null) throw new Error("This is not the desk's page");
  return page;
}
