/** Ctrl+Enter, or Cmd+Enter on a Mac, sends the form of whatever field has the focus. Returns a function that ends it. */
export function sendWithCtrlEnter(): () => void {
  const send = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, target } = event;
    if (key !== "Enter" || !(ctrlKey || metaKey) || !(target instanceof Element)) return;
    const form = target.closest("form");
    if (form === null) return;
    event.preventDefault();
    form.requestSubmit();
  };
  window.addEventListener("keydown", send);
  return () => window.removeEventListener("keydown", send);
}
