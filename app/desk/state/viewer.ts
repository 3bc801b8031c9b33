import type { DeskPerson } from "#domain/desk.ts";
import type { LivePresence } from "#domain/live.ts";
import type { CurrentUser } from "#domain/wire.ts";

/** The signed-in user and the people they work with. */
export interface Viewer {
  readonly user: CurrentUser;
  readonly people: readonly DeskPerson[];
  nameOf(id: string | null): string;
  /** The names of others who have that record open. */
  othersAt(reference: string): readonly string[];
}

export function viewerOf(
  user: CurrentUser,
  people: readonly DeskPerson[],
  presence: LivePresence | null,
): Viewer {
  // The people are loaded later, or not at all; replies are signed with the user's own name.
  const me = { ...user, is_active: true };
  const known = [me, ...people.filter(({ id }) => id !== user.id)];
  const nameOf = (id: string | null) => personName(id, known);
  return {
    user,
    people,
    nameOf,
    othersAt: (reference) => (presence?.reference === reference ? presence.people.map(nameOf) : []),
  };
}

/** Returns a person's name, or the e-mail address if they have none. */
export function personName(id: string | null, people: readonly DeskPerson[]): string {
  const person = people.find((each) => each.id === id);
  return person === undefined ? "someone" : person.full_name || person.email;
}
