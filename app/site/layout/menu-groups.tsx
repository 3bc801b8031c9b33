import { ChevronDown } from "lucide-react";

import { PageLink } from "#app/shared/ui/page-link.tsx";

import { menuGroups, type SiteLink } from "./navigation.ts";

const looks = {
  column: {
    list: "divide-y divide-line",
    title:
      "flex min-h-13 items-center justify-between font-sign text-xl font-semibold no-underline aria-[current=page]:text-brand",
    panel: "pb-3",
    link: "flex min-h-11 items-center border-l-2 border-line pl-4 hover:border-brand aria-[current=page]:border-brand aria-[current=page]:font-semibold",
  },
  row: {
    list: "flex items-stretch gap-1",
    title:
      "flex min-h-11 items-center gap-1 rounded-sm px-3 font-sign text-lg font-semibold whitespace-nowrap no-underline hover:bg-surface-sunken aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-6",
    panel: "absolute top-full z-10 mt-1 min-w-56 rounded-md border border-line-strong bg-surface-raised p-2",
    link: "flex min-h-11 items-center rounded-sm px-3 hover:bg-surface-sunken aria-[current=page]:font-semibold aria-[current=page]:underline",
  },
} as const;

interface MenuGroupsProps {
  readonly look: keyof typeof looks;
}

/** The groups of the menu; opening one closes the others. Groups of one are plain links. */
export function MenuGroups({ look }: MenuGroupsProps) {
  const classes = looks[look];
  const item = ({ to, label }: SiteLink, className: string) => (
    <PageLink to={to} className={className}>
      {label}
    </PageLink>
  );
  return (
    <ul className={classes.list}>
      {menuGroups.map(({ title, links }) => (
        <li key={title} className="relative">
          {links.length === 1 ? (
            links.map((link) => <div key={link.to}>{item(link, classes.title)}</div>)
          ) : (
            <details name={`menu-${look}`} className="group" suppressHydrationWarning>
              <summary className={classes.title}>
                {title}
                <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
              </summary>
              <ul className={classes.panel}>
                {links.map((link) => (
                  <li key={link.to}>{item(link, classes.link)}</li>
                ))}
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
