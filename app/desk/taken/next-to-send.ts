import type { TakenItem } from "#app/desk/api/send-taken.ts";
import { firstUnrefused } from "#app/photos/send-queue.ts";

/** Chooses what is sent next. `kept` is all that this phone keeps, also what was refused or put off. */
export function nextToSend(
  waiting: readonly TakenItem[],
  kept: readonly TakenItem[] = waiting,
): TakenItem | undefined {
  return firstUnrefused(waiting.filter((item) => !kept.some((one) => mustWait(item, one))));
}

/** Everything waits for its part; a change for those before it, and what it builds upon for a person if that was refused. */
function mustWait(item: TakenItem, before: TakenItem): boolean {
  if (item.part !== before.part || item.id === before.id) return false;
  if (before.kind === "part") return true;
  if (item.kind !== "change" || before.kind !== "change" || before.at >= item.at) return false;
  return before.problem === null || Object.keys(before.fields).some((name) => name in item.fields);
}
