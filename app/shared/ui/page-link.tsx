import type { ComponentProps } from "react";
import { useLocation } from "react-router";

interface PageLinkProps extends Omit<ComponentProps<"a">, "href"> {
  readonly to: string;
}

/** A link to one of our pages, marked if that is the current page. */
export function PageLink({ to, children, ...props }: PageLinkProps) {
  const { pathname } = useLocation();
  return (
    <a href={to} aria-current={pathname === to ? "page" : undefined} {...props}>
      {children}
    </a>
  );
}
