import type { ComponentProps } from "react";
import { useLocation } from "react-router";

interface PageLinkProps extends Omit<ComponentProps<"a">, "href"> {
  readonly to: string;
}

/** A link to a page of ours, marked where it leads to the page that is shown. `FollowedLinks` follows it. */
export function PageLink({ to, children, ...props }: PageLinkProps) {
  const { pathname } = useLocation();
  return (
    <a href={to} aria-current={pathname === to ? "page" : undefined} {...props}>
      {children}
    </a>
  );
}
