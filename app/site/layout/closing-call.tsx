import type { ReactNode } from "react";

import { ButtonLink } from "#app/shared/ui/button.tsx";
import { Drawing } from "#app/site/drawings/drawing.tsx";

import { quotePage } from "./navigation.ts";

interface ClosingCallProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly label?: string;
  readonly to?: string;
  /** On the upper edge of the footer. */
  readonly drawing?: ReactNode;
  /** On the darker background, if the section above is on the lighter one. */
  readonly sunken?: boolean;
}

/** The last section of a page: one call to action. */
export function ClosingCall({
  title,
  text,
  label = "Get a Quote",
  to = quotePage,
  drawing = <Drawing name="rural-delivery" />,
  sunken = false,
}: ClosingCallProps) {
  return (
    <section className={sunken ? "sunken" : ""}>
      <div className="column grid items-end gap-x-16 gap-y-10 pt-14 sm:pt-20 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] lg:grid-cols-[minmax(0,1fr)_30rem]">
        <div className="grid justify-items-start gap-4 md:pb-14 lg:pb-20">
          <h2 className="text-4xl wrap-anywhere lg:text-5xl">{title}</h2>
          <p className="max-w-prose text-lg">{text}</p>
          <ButtonLink to={to} look="action" className="mt-1">
            {label}
          </ButtonLink>
        </div>
        <div className="text-brand max-w-sm md:max-w-none">{drawing}</div>
      </div>
    </section>
  );
}
