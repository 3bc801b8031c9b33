import { quotePage } from "#app/layout/navigation.ts";
import { ButtonLink } from "#app/ui/button.tsx";

interface ClosingCallProps {
  readonly title: string;
  readonly text: string;
  readonly label?: string;
  readonly to?: string;
}

/** The last word of a landing page: one thing to do now. */
export function ClosingCall({ title, text, label = "Get a Quote", to = quotePage }: ClosingCallProps) {
  return (
    <section className="column grid justify-items-start gap-4 py-14 sm:py-20">
      <h2 className="text-4xl sm:text-5xl">{title}</h2>
      <p className="max-w-prose text-lg">{text}</p>
      <ButtonLink to={to} look="action" className="mt-1">
        {label}
      </ButtonLink>
    </section>
  );
}
