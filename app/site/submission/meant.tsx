interface MeantProps {
  readonly name: string;
  readonly text: string;
}

/** Offers what was probably meant, at one press. */
export function Meant({ name, text }: MeantProps) {
  const press = ({ form }: HTMLButtonElement) => {
    const control = form?.elements.namedItem(name);
    if (!(control instanceof HTMLInputElement)) return;
    control.focus();
    setTyped(control, text);
  };
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => press(currentTarget)}
      className="text-link min-h-11 text-left font-semibold wrap-anywhere"
    >
      Did you mean {text}?
    </button>
  );
}

/** Sets the value as if the visitor had typed it. */
export function setTyped(control: HTMLInputElement, text: string): void {
  Object.assign(control, { value: text });
  control.dispatchEvent(new Event("input", { bubbles: true }));
}
