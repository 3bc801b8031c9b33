import { quotePage } from "#app/layout/navigation.ts";
import { ButtonLink } from "#app/ui/button.tsx";

/** The orange button in the hero of a landing page. */
export function QuoteButton() {
  return (
    <ButtonLink to={quotePage} look="action" className="grow sm:grow-0">
      Get a Quote
    </ButtonLink>
  );
}
