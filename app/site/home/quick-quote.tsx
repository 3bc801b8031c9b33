import { Button } from "#app/shared/ui/button.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { quotePage } from "#app/site/layout/navigation.ts";
import { type QuotePrefillName, quotePrefillNames } from "#domain/forms/quote-request.ts";

const labels: Readonly<Record<QuotePrefillName, string>> = {
  make: "Make",
  model: "Model",
  year: "Year",
  part: "Part",
};

const id = "quick-quote";

/** Fills in the full form: from this tab's storage (app/site/browser/site.ts) or, without scripts, by query string. */
export function QuickQuote() {
  return (
    <section aria-labelledby={`${id}-title`} className="column py-8 sm:py-12">
      <form
        method="get"
        action={quotePage}
        data-quick-quote=""
        className="border-line-strong bg-surface-raised grid items-end gap-x-4 gap-y-5 rounded-md border p-5 sm:grid-cols-2 sm:p-8 lg:grid-cols-[1fr_1fr_7rem_1.4fr_auto]"
      >
        <div className="grid gap-1 sm:col-span-full">
          <h2 id={`${id}-title`} className="text-3xl">
            Quick Quote Request
          </h2>
          <p className="text-ink-muted">Four details to start. The quote is free.</p>
        </div>
        {quotePrefillNames.map((name) => (
          <div key={name} className="grid gap-1">
            <label htmlFor={`${id}-${name}`} className="font-semibold">
              {labels[name]}
            </label>
            <input
              id={`${id}-${name}`}
              name={name}
              required
              inputMode={name === "year" ? "numeric" : "text"}
              className={controlClasses}
            />
          </div>
        ))}
        <Button type="submit" className="sm:col-span-2 lg:col-span-1">
          Start My Quote
        </Button>
      </form>
    </section>
  );
}
