import type { DeskPerson } from "#domain/desk.ts";
import type { CurrentUser } from "#domain/wire.ts";

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
