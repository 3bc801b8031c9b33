import { useRef } from "react";

import type { TakenItem } from "#app/desk/api/send-taken.ts";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { useLeaveWarning } from "#app/shared/forms/use-leave-warning.ts";

import type { ShownPart } from "./shown-parts.ts";
import { dropTaken, isLasting, sendAgain } from "./taken-queue.ts";

interface WaitingLineProps {
  readonly parts: readonly ShownPart[];
  readonly items: readonly TakenItem[];
}

/** Says how much is written down, how much waits on this phone, and what was refused. */
export function WaitingLine({ parts, items }: WaitingLineProps) {
  const line = useRef<HTMLParagraphElement>(null);
  /** The row of the button goes. */
  const press = (act: (item: TakenItem) => Promise<void>, item: TakenItem) => {
    line.current?.focus();
    void act(item);
  };
  const refused = items.filter(({ problem }) => problem !== null);
  const waiting = items.filter(({ problem }) => problem === null);
  const isSafe = items.every(isLasting);
  useLeaveWarning(!isSafe);
  const kept = parts.filter(({ state }) => state !== "gone").length;
  return (
    <>
      <p ref={line} role="status" tabIndex={-1} className="text-sm">
        <span className="text-ink-muted">{kept === 1 ? "1 part kept." : `${kept} parts kept.`}</span>{" "}
        {waiting.length > 0 ? (
          <span className="text-warn font-semibold">{waitingText(waiting.length, isSafe)}</span>
        ) : (
          kept > 0 && refused.length === 0 && <span className="text-ok font-semibold">All sent.</span>
        )}
      </p>
      {refused.length > 0 && (
        <ul aria-label="Not taken" className="mt-2 grid gap-2">
          {refused.map((item) => (
            <li
              key={item.id}
              role="alert"
              className="border-danger bg-danger-soft flex flex-wrap items-center gap-2 rounded-sm border px-3 py-2"
            >
              <p className="text-danger min-w-0 grow basis-56 font-semibold wrap-anywhere">
                {item.name}
                {itemWords[item.kind]}: {item.problem}
              </p>
              <ToolButton className="px-3" onClick={() => press(sendAgain, item)}>
                Send again
              </ToolButton>
              <ToolButton className="px-3" onClick={() => press(dropTaken, item)}>
                Throw it away
              </ToolButton>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Says "saved" only once it would survive a dead battery. */
function waitingText(count: number, isSafe: boolean): string {
  if (!isSafe)
    return count === 1
      ? "1 thing to send: keep this page open."
      : `${count} things to send: keep this page open.`;
  const saved = count === 1 ? "1 thing is" : `${count} things are`;
  return `${saved} saved on this phone, and sent as soon as there is signal.`;
}

const itemWords = { part: "", change: ", a change", photo: ", a photo" } as const;
