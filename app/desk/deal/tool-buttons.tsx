import { ChevronDown } from "lucide-react";
import { type MouseEvent, useId, useRef } from "react";

import type { ActionState } from "#app/desk/ui/action.tsx";
import { type CommandName, KeyHint, keyProps } from "#app/desk/ui/commands.tsx";
import { MenuItem, MenuPanel } from "#app/desk/ui/menu.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { Button } from "#app/shared/ui/button.tsx";

interface ToolButtonsProps<Tool extends string> {
  /** The obvious next step. */
  readonly next: Tool | null;
  readonly others: readonly Tool[];
  readonly labelOf: (tool: Tool) => string;
  /** The key that a tool has of its own; the next step has one besides. */
  readonly keyOf: (tool: Tool) => CommandName | undefined;
  /** The tool whose form is open. */
  readonly open: Tool | null;
  /** What a tool does that has no form. */
  readonly action: Pick<ActionState, "isBusy" | "problem">;
  readonly onUse: (tool: Tool) => void;
}

/** What can be done about a deal: the obvious next step first. */
export function ToolButtons<Tool extends string>(props: ToolButtonsProps<Tool>) {
  const { next, others, labelOf, keyOf, open, action, onUse } = props;
  const pressed = useRef<Tool | null>(null);
  /** The next step may have become another one while a pointer held the button down. Keys have no such moment. */
  const press = (tool: Tool, { detail: clicks }: MouseEvent) => {
    const isMeant = clicks === 0 || (pressed.current ?? tool) === tool;
    pressed.current = null;
    if (isMeant) onUse(tool);
  };
  const behind = others.filter((tool) => tool !== open);
  const nextKey = next === null ? undefined : keyOf(next);
  return (
    <>
      <div role="group" aria-label="What to do" className="flex flex-wrap items-center gap-2 max-sm:w-full">
        {next !== null && next !== open && (
          <Button
            look={open === null ? "action" : "outline"}
            data-part={`next_step ${nextKey ?? next}`}
            {...keyProps("next_step", ...[nextKey ?? []].flat())}
            aria-disabled={action.isBusy}
            className={`${quietBesideReply} max-sm:w-full`}
            onPointerDown={() => (pressed.current = next)}
            onClick={(event) => press(next, event)}
          >
            {labelOf(next)} <KeyHint action={nextKey ?? "next_step"} />
          </Button>
        )}
        {behind.length === 1 ? (
          behind.map((tool) => (
            <ToolButton
              key={tool}
              data-part={keyOf(tool) ?? tool}
              shortcut={keyOf(tool)}
              aria-disabled={action.isBusy}
              className="px-3 text-sm lg:min-h-9"
              onClick={() => onUse(tool)}
            >
              {labelOf(tool)}
            </ToolButton>
          ))
        ) : (
          <OtherTools tools={behind} labelOf={labelOf} keyOf={keyOf} onUse={onUse} />
        )}
      </div>
      <p role="alert" className="text-danger font-semibold empty:hidden">
        {action.problem?.message}
      </p>
    </>
  );
}

type OtherToolsProps<Tool extends string> = Pick<ToolButtonsProps<Tool>, "labelOf" | "keyOf" | "onUse"> & {
  readonly tools: readonly Tool[];
};

const hintOf = (key: CommandName | undefined) => key !== undefined && <KeyHint action={key} />;

/** The rest, behind one button. Their keys work while it is closed. */
function OtherTools<Tool extends string>({ tools, labelOf, keyOf, onUse }: OtherToolsProps<Tool>) {
  const id = useId();
  if (tools.length === 0) return null;
  return (
    <>
      <ToolButton popoverTarget={id} className="px-3 text-sm lg:min-h-9">
        Other steps <ChevronDown aria-hidden className="size-4 shrink-0" />
      </ToolButton>
      <MenuPanel id={id} label="Other steps" className="w-72">
        {tools.map((tool, index) => (
          <MenuItem key={tool} part={keyOf(tool) ?? tool} isFirst={index === 0} onChoose={() => onUse(tool)}>
            {labelOf(tool)} {hintOf(keyOf(tool))}
          </MenuItem>
        ))}
      </MenuPanel>
    </>
  );
}

/** While a reply is written, the button that sends it is the next step. */
const quietBesideReply =
  "group-has-[#reply-form]/record:border-2 group-has-[#reply-form]/record:bg-transparent group-has-[#reply-form]/record:text-ink group-has-[#reply-form]/record:hover:bg-ink/8";
