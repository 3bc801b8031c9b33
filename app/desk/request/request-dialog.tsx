import { lazy, Suspense, useEffect } from "react";

import { useShortcuts } from "#app/desk/keyboard/key-handler.ts";
import { closeNewRequest, openNewRequest, useOpenRequest } from "#app/desk/state/new-request.ts";
import { Dialog } from "#app/desk/ui/dialog.tsx";
import type { CurrentUser } from "#domain/wire.ts";

const load = async () => ({ default: (await import("./request-form.tsx")).RequestForm });
const RequestForm = lazy(load);

/** The form of a new request, on every page of the desk. The dialog is there at once: no letter of a name is a command. */
export function NewRequest({ user }: { readonly user: CurrentUser }) {
  const start = useOpenRequest();
  useShortcuts({ new_request: () => openNewRequest() });
  useEffect(() => {
    const end = new AbortController();
    const options = { once: true, signal: end.signal };
    for (const moved of ["pointermove", "keydown"])
      window.addEventListener(moved, () => void load(), options);
    return () => end.abort();
  }, []);
  return (
    <Dialog title={start?.title ?? ""} isOpen={start !== null} onClose={closeNewRequest} isWide>
      {start !== null && (
        <Suspense>
          <RequestForm start={start} user={user} />
        </Suspense>
      )}
    </Dialog>
  );
}
