import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId } from "react";

import { ToolButton } from "./tool.tsx";

/** Closes the menu of the element, which gives the focus back to the button that opened it. */
export function closeMenu(element: Element): void {
  element.closest<HTMLElement>("[popover]")?.hidePopover();
}

interface MenuPanelProps {
  /** The `popoverTarget` of its button. */
  readonly id: string;
  readonly label: string;
  readonly className: string;
  readonly onOpen?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** A list of actions that opens next to its button. */
export function MenuPanel({ id, label, className, onOpen, children }: MenuPanelProps) {
  return (
    <div
      id={id}
      popover="auto"
      role="group"
      aria-label={label}
      onToggle={({ newState }) => {
        if (newState === "open") onOpen?.();
      }}
      className={`border-line-strong bg-surface-raised text-ink max-h-[60dvh] rounded-sm border p-2 supports-[position-area:bottom]:m-1 supports-[position-area:bottom]:[position-area:bottom_span-left] supports-[position-area:bottom]:[position-try-fallbacks:flip-block,flip-inline,flip-block_flip-inline] ${className}`}
    >
      {children}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event;
  if (key !== "ArrowDown" && key !== "ArrowUp") return;
  event.preventDefault(); // Arrow keys would scroll the page.
  const items = [
    ...(currentTarget.closest("[popover]")?.querySelectorAll<HTMLElement>("button[type=button]") ?? []),
  ];
  const at = items.findIndex((item) => item === currentTarget);
  items.at((at + (key === "ArrowDown" ? 1 : -1)) % items.length)?.focus();
}

/** The browser focuses it when the menu opens. React's own `autoFocus` would do so only once. */
const focusedByMenu = (button: HTMLButtonElement | null) => button?.setAttribute("autofocus", "");

interface MenuItemProps {
  readonly isFirst: boolean;
  /** A key that presses it, while the menu is closed, too. */
  readonly part?: string;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** Closes the menu, then acts. */
export function MenuItem({ isFirst, part, onChoose, children }: MenuItemProps) {
  return (
    <button
      ref={isFirst ? focusedByMenu : null}
      type="button"
      data-part={part}
      onKeyDown={moveFocus}
      onClick={({ currentTarget }) => {
        closeMenu(currentTarget);
        onChoose();
      }}
      className="hover:bg-surface-sunken flex min-h-11 w-full items-center justify-between gap-3 rounded-sm px-2 text-left font-semibold wrap-anywhere"
    >
      {children}
    </button>
  );
}

interface ActMenuProps<Value extends string> {
  readonly label: string;
  /** Content of the button; by default, the label. */
  readonly children?: ReactNode;
  readonly className: string;
  readonly choices: readonly (readonly [value: Value, label: string])[];
  readonly onChoose: (value: Value) => void;
}

/** Unlike a select, it acts on nothing while arrow keys go through its choices. */
export function ActMenu<Value extends string>(props: ActMenuProps<Value>) {
  const { label, children = label, className, choices, onChoose } = props;
  const id = useId();
  return (
    <>
      <ToolButton popoverTarget={id} className={`px-3 ${className}`}>
        {children} <ChevronDown aria-hidden className="size-4 shrink-0" />
      </ToolButton>
      <MenuPanel id={id} label={label} className="w-60">
        {choices.map(([value, text], index) => (
          <MenuItem key={value} isFirst={index === 0} onChoose={() => onChoose(value)}>
            {text}
          </MenuItem>
        ))}
      </MenuPanel>
    </>
  );
}
