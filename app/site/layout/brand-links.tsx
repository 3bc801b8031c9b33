import { ButtonLink } from "#app/shared/ui/button.tsx";

import { brandPages } from "./navigation.ts";

export function BrandLinks() {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
      {brandPages.map(({ to, label }) => (
        <li key={to} className="grid">
          <ButtonLink to={to} look="outline">
            {label}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
