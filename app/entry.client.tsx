import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import {
  rememberBrokenOffNavigation,
  resumeBrokenOffNavigation,
} from "./shared/document/broken-off-navigation.ts";

if (!resumeBrokenOffNavigation()) {
  rememberBrokenOffNavigation();
  // In its own task: evaluating React and hydrating in one would block a weak phone.
  setTimeout(() =>
    startTransition(() => {
      hydrateRoot(
        document,
        <StrictMode>
          <HydratedRouter />
        </StrictMode>,
      );
    }),
  );
}
