import { createContext, use } from "react";

import type { BusinessCalendar } from "#domain/business-calendar.ts";
import type { DeskPerson } from "#domain/desk.ts";
import type { CurrentUser } from "#domain/wire.ts";

import type { DeskState } from "./use-desk.ts";
import type { ViewState } from "./use-view.ts";

/** The signed-in user and the people they work with. */
export interface Viewer {
  readonly user: CurrentUser;
  readonly people: readonly DeskPerson[];
  readonly nameOf: (id: string | null) => string;
}

export function viewerOf(user: CurrentUser, people: readonly DeskPerson[]): Viewer {
  // The people are loaded later, or not at all; replies are signed with the user's own name.
  const me = { ...user, is_active: true };
  const known = [me, ...people.filter(({ id }) => id !== user.id)];
  return { user, people, nameOf: (id) => personName(id, known) };
}

/** Returns a person's name, or the e-mail address if they have none. */
export function personName(id: string | null, people: readonly DeskPerson[]): string {
  const person = people.find((each) => each.id === id);
  return person === undefined ? "someone" : person.full_name || person.email;
}

/** Values that stay the same while records are opened and changed. */
interface DeskBasics {
  readonly viewer: Viewer;
  /** Renewed every minute. */
  readonly now: Date;
  readonly calendar: BusinessCalendar | null;
}

interface DeskPage extends DeskBasics, Omit<ViewState, "isRecordLink"> {
  readonly state: DeskState;
}

export const DeskBasicsContext = createContext<DeskBasics | null>(null);
export const DeskPageContext = createContext<DeskPage | null>(null);
/** Ids of other users who have the record open. */
export const PresenceContext = createContext<readonly string[]>([]);

/** Throws outside of the desk's page. */
export function useDeskPage(): DeskPage {
  const page = use(DeskPageContext);
  if (page === null) throw new Error("This is not the desk's page");
  return page;
}

/** Returns what rows need: a list of fifty must not render again for every record that opens. Throws outside of the desk's page. */
export function useDeskBasics(): DeskBasics {
  const basics = use(DeskBasicsContext);
  if (basics === null) throw new Error("This is not the desk's page");
  return basics;
}
