import { ButtonLink } from "#app/ui/button.tsx";

import { brands } from "./catalogue/brands.ts";

/** A button to the page of every brand. */
export function BrandLinks() {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
      {brands.map(({ slug, name }) => (
        <li key={slug} className="grid">
          <ButtonLink to={`/brands/${slug}`} look="outline">
            {name}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
