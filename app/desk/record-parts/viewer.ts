import type { DeskPerson } from "#domain/desk.ts";
import type { LivePresence } from "#domain/live.ts";
import type { CurrentUser } from "#domain/wire.ts";

/** Who looks at the panel, and whom they work with. */
export interface Viewer {
  readonly user: CurrentUser;
  readonly people: readonly DeskPerson[];
  nameOf(id: string | null): string;
  /** The names of those who have that record open too. */
  othersAt(reference: string): readonly string[];
}

export function viewerOf(
  user: CurrentUser,
  people: readonly DeskPerson[],
  presence: LivePresence | null,
): Viewer {
  const nameOf = (id: string | null) => personName(id, people);
  return {
    user,
    people,
    nameOf,
    othersAt: (reference) => (presence?.reference === reference ? presence.people.map(nameOf) : []),
  };
}

/** Somebody's name; the e-mail address where there is none. */
export function personName(id: string | null, people: readonly DeskPerson[]): string {
  const person = people.find((one) => one.id === id);
  return person === undefined ? "somebody" : person.full_name || person.email;
}
