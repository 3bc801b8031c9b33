import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import { readFirmOfPage } from "./shared/document/firm-of-page.tsx";

readFirmOfPage();

// Only the desk loads this: public pages have no router in the browser.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
