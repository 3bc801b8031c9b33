import { Button } from "#app/shared/ui/button.tsx";

const small = "min-h-11! px-2! text-base! min-[22rem]:px-3!";

/** The banner and dialog of cookies (specification section 2). Only the browser knows the choice: app/site/browser shows them. */
export function CookieTemplates() {
  return (
    <>
      <template id="cookie-banner">
        <section
          aria-label="Cookies"
          className="cookie-banner border-line-strong bg-surface-raised fixed inset-x-0 bottom-0 z-30 border-t"
        >
          <div className="column flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-3">
            <p className="text-sm leading-snug">
              We keep only essentials in your browser. Analytics only with your OK.
            </p>
            <div className="flex flex-wrap gap-2">
              <Button look="outline" className={small} value="all">
                Accept All
              </Button>
              <Button look="outline" className={small} value="essential">
                Essential Only
              </Button>
              <Button look="quiet" className={small} value="settings">
                Settings
              </Button>
            </div>
          </div>
        </section>
      </template>
      <template id="cookie-settings">
        <CookieSettings />
      </template>
    </>
  );
}

/** Shows the current choice and lets visitors change it. Until scripts run it only takes up its space. */
export function CookieChoice() {
  return (
    <div data-cookie-choice="" className="invisible flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button look="outline">Change Cookie Settings</Button>
      <p role="status">Analytics are off.</p>
    </div>
  );
}

const checkboxClasses = "mt-0.5 size-6 shrink-0 accent-brand";
const titleId = "cookie-settings-title";

function CookieSettings() {
  return (
    <dialog
      aria-labelledby={titleId}
      className="border-line-strong bg-surface-raised text-ink backdrop:bg-deep/70 m-auto w-[min(28rem,calc(100%-2rem))] rounded-md border p-6"
    >
      <form method="dialog" className="grid gap-5">
        <h2 id={titleId} className="text-2xl">
          Cookie settings
        </h2>
        <label className="flex gap-3">
          <input type="checkbox" defaultChecked disabled className={checkboxClasses} />
          <span>
            <strong>Essential</strong>
            <br />
            Keep the site working. Always on.
          </span>
        </label>
        <label className="flex gap-3">
          <input type="checkbox" name="analytics" className={checkboxClasses} />
          <span>
            <strong>Analytics</strong>
            <br />
            Tell us which pages help.
          </span>
        </label>
        <div className="flex gap-3">
          <Button type="submit" value="save" className="grow">
            Save
          </Button>
          <Button type="submit" look="outline" className="grow">
            Cancel
          </Button>
        </div>
      </form>
    </dialog>
  );
}
