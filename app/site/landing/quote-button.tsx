import { ButtonLink } from "#app/shared/ui/button.tsx";
import { quotePage } from "#app/site/layout/navigation.ts";

/** The orange button in the hero of a landing page. */
export function QuoteButton() {
  return (
    <ButtonLink to={quotePage} look="action" className="grow sm:grow-0">
      Get a Quote
    </ButtonLink>
  );
}
