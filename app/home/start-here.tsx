import { quotePage } from "#app/layout/navigation.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { business } from "#domain/business.ts";

export function StartHere() {
  return (
    <section className="column grid justify-items-start gap-5 py-14 sm:py-20">
      <h2 className="text-4xl sm:text-5xl">Machine off the road?</h2>
      <p className="max-w-prose text-lg">
        Tell us what broke. We reply the same business day. Rather talk? Ring{" "}
        <a href={business.phoneLink} className="text-link font-semibold whitespace-nowrap">
          {business.phone}
        </a>
        , {business.hours}.
      </p>
      <ButtonLink to={quotePage} look="action">
        Start Here
      </ButtonLink>
    </section>
  );
}
