import type { DeskPerson } from "#domain/desk.ts";
import type { CurrentUser } from "#domain/wire.ts";

import { personName } from "./record/event-words.ts";

/** Who looks at the panel, and whom they work with. */
export interface Viewer {
  readonly user: CurrentUser;
  readonly people: readonly DeskPerson[];
  nameOf(id: string | null): string;
}

export function viewerOf(user: CurrentUser, people: readonly DeskPerson[]): Viewer {
  return { user, people, nameOf: (id) => personName(id, people) };
}
