import { ButtonLink } from "#app/shared/ui/button.tsx";
import { FarmQuad } from "#app/site/drawings/farm-quad.tsx";
import { quotePage } from "#app/site/layout/navigation.ts";
import { business } from "#domain/business.ts";

export function Hero() {
  return (
    <section className="deep border-deep-ink border-b-3">
      <div className="column grid items-end gap-x-12 gap-y-8 pt-8 sm:pt-12 md:grid-cols-2 lg:grid-cols-[6fr_7fr] lg:pt-14">
        <div className="grid gap-5 self-center md:pb-10 lg:pb-14">
          <p className="font-sign text-deep-accent text-lg leading-6 font-semibold tracking-wide">
            Quad and motorcycle wreckers, {business.town}
          </p>
          <h1 className="text-[clamp(2.5rem,12.4vw,3.75rem)] md:text-[2.75rem] lg:text-6xl xl:text-7xl">
            <span className="block">Used parts that fit.</span>{" "}
            <span className="block">Get it going again.</span>
          </h1>
          <p className="text-deep-muted max-w-[34rem] text-lg">
            Tell us the machine and the part. We check the fit, price it the same day and send it tracked,
            anywhere in New Zealand. Save up to 70% on new.
          </p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={quotePage} look="action" className="grow sm:grow-0">
              Get Your Quote Now
            </ButtonLink>
            <ButtonLink to="/how-it-works" look="outline" className="grow sm:grow-0">
              How It Works
            </ButtonLink>
          </div>
        </div>
        <FarmQuad />
      </div>
    </section>
  );
}
