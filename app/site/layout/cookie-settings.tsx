import { type RefObject, type SubmitEvent, useId, useRef } from "react";

import { readCookieConsent, storeCookieConsent } from "#app/shared/document/cookie-consent.ts";
import { Button } from "#app/shared/ui/button.tsx";

interface CookieSettingsProps {
  readonly dialog: RefObject<HTMLDialogElement | null>;
}

const box = "mt-0.5 size-6 shrink-0 accent-brand";

/** The choice in detail: essential cookies are fixed, analytics are off until switched on. */
export function CookieSettings({ dialog }: CookieSettingsProps) {
  const form = useRef<HTMLFormElement>(null);
  const titleId = useId();
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const analytics = new FormData(event.currentTarget).has("analytics");
    dialog.current?.close();
    storeCookieConsent({ essential: true, analytics });
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={() => form.current?.reset()}
      className="border-line-strong bg-surface-raised text-ink backdrop:bg-deep/70 m-auto w-[min(28rem,calc(100%-2rem))] rounded-md border p-6"
    >
      <form ref={form} onSubmit={onSubmit} className="grid gap-5">
        <h2 id={titleId} className="text-2xl">
          Cookie settings
        </h2>
        <label className="flex gap-3">
          <input type="checkbox" checked disabled className={box} />
          <span>
            <strong>Essential</strong>
            <br />
            Keep the site working. Always on.
          </span>
        </label>
        <label className="flex gap-3">
          <input
            type="checkbox"
            name="analytics"
            defaultChecked={readCookieConsent()?.analytics}
            className={box}
          />
          <span>
            <strong>Analytics</strong>
            <br />
            Tell us which pages help.
          </span>
        </label>
        <div className="flex gap-3">
          <Button type="submit" className="grow">
            Save
          </Button>
          <Button look="outline" className="grow" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
        </div>
      </form>
    </dialog>
  );
}
