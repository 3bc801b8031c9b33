import { formText } from "#app/desk/ui/action.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";

/** A part that is not among the usual ones, in the yard's own words. */
export function OwnWords({ onAdd }: { readonly onAdd: (name: string) => void }) {
  return (
    <form
      className="mt-4 flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const name = formText(event.currentTarget, "name").trim();
        if (name === "") return;
        onAdd(name);
        event.currentTarget.reset();
      }}
    >
      <input
        name="name"
        aria-label="Another part"
        placeholder="Another part"
        autoComplete="off"
        maxLength={120}
        className={`${controlClasses} min-w-0`}
      />
      <ToolButton type="submit" className="min-h-12 px-5">
        Keep
      </ToolButton>
    </form>
  );
}
