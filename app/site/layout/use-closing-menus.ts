import { type RefObject, useEffect } from "react";
import { useLocation } from "react-router";

/** Closes the open menus inside an element on Escape, on a press elsewhere, when the focus moves on past it and when leaving the page. */
export function useClosingMenus(area: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  useEffect(() => {
    const closeAll = () => {
      for (const menu of area.current?.querySelectorAll("details") ?? []) menu.open = false;
    };
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && area.current?.contains(target) === false) closeAll();
    };
    const onKey = (event: KeyboardEvent) => {
      const open = document.activeElement?.closest("details[open]") ?? null;
      if (event.key !== "Escape" || open === null || area.current?.contains(open) !== true) return;
      closeAll();
      buttonOf(open)?.focus();
    };
    // Else what is focused next would lie under the menu (WCAG 2.4.11).
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Node && area.current?.contains(target) === false) closeAll();
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("keydown", onKey);
    // Not on arrival: a menu opened before React took over stays open.
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("keydown", onKey);
      closeAll();
    };
  }, [area, key]);
}

/** The button of a menu, else of the menu around it, which may have closed over it. */
function buttonOf(menu: Element): HTMLElement | null {
  const button = menu.querySelector("summary");
  const around = menu.parentElement?.closest("details") ?? null;
  return around === null || button?.checkVisibility() === true ? button : buttonOf(around);
}
