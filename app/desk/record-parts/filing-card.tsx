import { type KeyboardEvent, type ReactNode, useState } from "react";

import { KeyHint, keyProps } from "#app/desk/ui/commands.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { referencesIn } from "#domain/reference-number.ts";

interface FilingCardProps {
  /** The label for screen readers. */
  readonly label: string;
  /** Records that it may belong to, the likeliest first. */
  readonly suggestions: readonly { readonly ref: string; readonly why: string }[];
  /** Labels of the buttons; `fileTo` comes before a reference: "Put it with". */
  readonly words: { readonly fileTo: string; readonly file: string; readonly find?: string };
  readonly isBusy: boolean;
  readonly onFile: (ref: string) => void;
  /** Called with typed text that is no reference; by default, `onFile` is. */
  readonly onFind?: (text: string) => void;
  readonly onIgnore: () => void;
  readonly onMove: (step: 1 | -1) => void;
  /** The mail or bank line. */
  readonly children: ReactNode;
  readonly tools?: ReactNode;
}

/** The open mail or bank line of a list of those to file. Its keys work while the card has the focus. */
export function FilingCard(props: FilingCardProps) {
  const {
    label,
    suggestions,
    words,
    isBusy,
    onFile,
    onFind = onFile,
    onIgnore,
    onMove,
    children,
    tools,
  } = props;
  const [typed, setTyped] = useState("");
  const press = (event: KeyboardEvent) => {
    const { key, target, currentTarget, ctrlKey, metaKey, altKey, repeat } = event;
    if (target !== currentTarget || ctrlKey || metaKey || altKey || repeat) return;
    const suggestion = suggestions[key === "Enter" ? 0 : Number(key) - 1];
    if (suggestion !== undefined) onFile(suggestion.ref);
    else if (key === "ArrowDown") onMove(1);
    else if (key === "ArrowUp") onMove(-1);
    else return;
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Its buttons do the same.
    <article
      data-part="title"
      {...keyProps("file")}
      tabIndex={-1}
      aria-label={label}
      onKeyDown={press}
      className="bg-brand-soft/40 focus-visible:outline-ink grid gap-3 px-4 py-3 shadow-[inset_3px_0_0_var(--color-brand)] focus-visible:-outline-offset-3"
    >
      {children}
      {suggestions.length > 0 && (
        <ol aria-label="Where it may belong" className="grid gap-2">
          {suggestions.map(({ ref, why }, index) => (
            <li key={ref}>
              <Button
                look={index === 0 ? "action" : "outline"}
                className="w-full flex-wrap justify-start! gap-x-4 px-4! text-left"
                aria-disabled={isBusy}
                onClick={() => onFile(ref)}
              >
                <span className="whitespace-nowrap">
                  {words.fileTo} {ref}
                </span>
                <span className="font-text min-w-0 grow text-left text-sm leading-tight font-normal tracking-normal wrap-anywhere">
                  {why}
                </span>
                <KeyHint action="file">{index === 0 ? "Enter" : String(index + 1)}</KeyHint>
              </Button>
            </li>
          ))}
        </ol>
      )}
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const [ref] = referencesIn(typed);
          if (ref === undefined) onFind(typed.trim());
          else onFile(ref);
        }}
      >
        <label className="grid min-w-0 flex-1 basis-48 gap-1 text-sm">
          {words.find ??
            (suggestions.length > 0 ? "Or another record’s reference" : "Reference of its record")}
          <input
            data-part="search"
            {...keyProps("search")}
            value={typed}
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder={words.find === undefined ? "QK-…" : "QK-…, 1003, Jack King"}
            className={`${controlClasses} text-base lg:min-h-9! lg:py-1!`}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
        <ToolButton type="submit" aria-disabled={isBusy} className="px-4 lg:min-h-9">
          {words.file}
        </ToolButton>
      </form>
      <div className="flex flex-wrap gap-2">
        {tools}
        <ToolButton
          data-part="ignore"
          shortcut="ignore"
          aria-disabled={isBusy}
          className="px-3 text-sm max-sm:grow"
          onClick={onIgnore}
        >
          Ignore
        </ToolButton>
      </div>
    </article>
  );
}
