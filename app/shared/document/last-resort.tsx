import { Component, type ReactNode } from "react";

import { PhoneLink } from "#app/shared/ui/phone-link.tsx";
import { firm } from "#domain/firm.ts";
import { messages } from "#domain/messages.ts";

/** The routing fallback of the specification (section 8), with two ways on. */
export function LastResort() {
  return (
    <div className="mx-auto grid max-w-xl gap-4 px-5 py-24">
      <h1 className="text-3xl">{messages.routing}</h1>
      <p>
        The page could not be shown.{" "}
        <a href="/" className="text-link font-semibold">
          Go to the home page
        </a>
        , or press reload to try again.
      </p>
      <p>
        Or ring <PhoneLink />, {firm.hours_text}.
      </p>
    </div>
  );
}

interface FailSafeProps {
  readonly children: ReactNode;
}

/** Shows the last resort in place of children that cannot be rendered. */
export class FailSafe extends Component<FailSafeProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <LastResort /> : this.props.children;
  }
}
