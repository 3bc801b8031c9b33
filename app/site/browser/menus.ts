/** Closes the menus of the header on Escape, on a press or focus outside them, and when the page is left. */
export function closeMenus(): void {
  const header = document.querySelector("[data-menus]");
  if (header === null) return;
  const closeAll = () => {
    for (const menu of header.querySelectorAll("details")) menu.open = false;
  };
  const closeFromOutside = ({ target }: Event) => {
    if (target instanceof Node && !header.contains(target)) closeAll();
  };
  document.addEventListener("pointerdown", closeFromOutside);
  // Otherwise the open menu would cover what gets the focus next (WCAG 2.4.11).
  document.addEventListener("focusin", closeFromOutside);
  document.addEventListener("keydown", ({ key }) => {
    const open = document.activeElement?.closest("details[open]") ?? null;
    if (key !== "Escape" || open === null || !header.contains(open)) return;
    closeAll();
    buttonOf(open)?.focus();
  });
  // The back/forward cache restores a page as it was left.
  addEventListener("pagehide", closeAll);
}

/** The button of a menu or, if a closed menu around it hides that, of the outer one. */
function buttonOf(menu: Element): HTMLElement | null {
  const button = menu.querySelector("summary");
  const around = menu.parentElement?.closest("details") ?? null;
  return around === null || button?.checkVisibility() === true ? button : buttonOf(around);
}
