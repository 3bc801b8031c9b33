import { Link } from "react-router";

import { yardPath } from "#app/desk/state/desk-view.ts";
import { useTakenItems } from "#app/desk/taken/taken-queue.ts";

/** Says for which machines something waits on this phone or was refused: it can be seen on no other one. */
export function OnThisPhone() {
  const byMachine = Map.groupBy(useTakenItems(), ({ machine }) => machine);
  if (byMachine.size === 0) return null;
  return (
    <ul aria-label="On this phone" className="mb-2">
      {[...byMachine].map(([machine, items]) => {
        const refused = items.filter(({ problem }) => problem !== null).length;
        const texts = [said(items.length - refused, "to send"), said(refused, "not taken")];
        return (
          <li key={machine}>
            <Link to={`${yardPath}/${machine}`} className="text-link inline-flex min-h-11 items-center">
              Machine {machine}, on this phone: {texts.filter((text) => text !== "").join(", ")}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

const said = (count: number, what: string) => (count === 0 ? "" : `${count} ${what}`);
