import { type ReactNode, startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";

import { readFirmOfPage } from "#app/shared/document/firm-of-page.tsx";
import { FailSafe } from "#app/shared/document/last-resort.tsx";
import type { FormName } from "#domain/forms/submissions.ts";

/** Takes over a form of the page. */
export function hydrateForm(name: FormName, form: ReactNode): void {
  const host = document.querySelector(`[data-form="${name}"]`);
  // A form that the browser is posting stays with the browser: a second send would be another request.
  if (host?.querySelector("[data-posted]") !== null) return;
  readFirmOfPage();
  // A transition hydrates in slices. In one go, the form would block taps for too long.
  startTransition(() => {
    hydrateRoot(
      host,
      <StrictMode>
        <FailSafe>{form}</FailSafe>
      </StrictMode>,
    );
  });
}
