import { type MouseEvent, useRef } from "react";

import { type CommandName, KeyHint, keyProps } from "#app/desk/ui/commands.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { Button } from "#app/shared/ui/button.tsx";

import { type DealTool, type DealTools, toolLabel } from "./deal-tools.ts";

/** The tools that have a key of their own; the next step has one besides. */
const toolKeys = ["quote", "approve", "extend", "payment", "parcel"] as const satisfies readonly DealTool[];

function keyOf(tool: DealTool): CommandName | undefined {
  return toolKeys.find((key) => key === tool);
}

interface ToolButtonsProps {
  readonly tools: DealTools;
  /** The tool whose form is open. */
  readonly open: DealTool | null;
  readonly isBusy: boolean;
  readonly onUse: (tool: DealTool) => void;
}

/** What can be done about the deal: the obvious next step first. */
export function ToolButtons({ tools: { next, others }, open, isBusy, onUse }: ToolButtonsProps) {
  const pressed = useRef<DealTool | null>(null);
  /** The next step may have become another one while a pointer held the button down. Keys have no such moment. */
  const press = (tool: DealTool, { detail: clicks }: MouseEvent) => {
    const isMeant = clicks === 0 || (pressed.current ?? tool) === tool;
    pressed.current = null;
    if (isMeant) onUse(tool);
  };
  return (
    <div role="group" aria-label="What to do" className="flex flex-wrap items-center gap-2">
      {next !== null && next !== open && (
        <Button
          look={open === null ? "action" : "outline"}
          data-part={`next_step ${next}`}
          {...keyProps("next_step", ...[keyOf(next) ?? []].flat())}
          aria-disabled={isBusy}
          className={`${quietBesideReply} max-sm:w-full`}
          onPointerDown={() => (pressed.current = next)}
          onClick={(event) => press(next, event)}
        >
          {toolLabel(next)} <KeyHint action={keyOf(next) ?? "next_step"} />
        </Button>
      )}
      {others
        .filter((tool) => tool !== open)
        .map((tool) => (
          <ToolButton
            key={tool}
            data-part={tool}
            shortcut={keyOf(tool)}
            aria-disabled={isBusy}
            className="px-3 text-sm lg:min-h-9"
            onClick={() => onUse(tool)}
          >
            {toolLabel(tool)}
          </ToolButton>
        ))}
    </div>
  );
}

/** While a reply is written, the button that sends it is the next step. */
const quietBesideReply =
  "group-has-[#reply-form]/record:border-2 group-has-[#reply-form]/record:bg-transparent group-has-[#reply-form]/record:text-ink group-has-[#reply-form]/record:hover:bg-ink/8";
