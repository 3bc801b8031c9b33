import { NavLink } from "react-router";

import { pathsOf, type SectionPages } from "./section-pages.ts";

interface SectionTabsProps {
  readonly label: string;
  readonly section: SectionPages;
}

/** Links to the short pages of one section. */
export function SectionTabs({ label, section }: SectionTabsProps) {
  const titles = Object.values(section.pages);
  return (
    <nav aria-label={label} className="mb-6">
      <ul className="flex flex-wrap gap-2">
        {pathsOf(section).map((path, index) => (
          <li key={path}>
            <NavLink
              end
              to={path}
              className="border-line-strong hover:bg-surface-sunken aria-[current=page]:border-brand aria-[current=page]:bg-brand-soft inline-flex min-h-11 items-center rounded-sm border px-3 text-sm font-semibold lg:min-h-9"
            >
              {titles[index]}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
