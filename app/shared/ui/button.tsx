import type { ComponentProps, ReactNode } from "react";

const shape =
  "inline-flex min-h-12 items-center justify-center gap-2 rounded-sm py-2 text-center font-sign text-xl leading-6 font-semibold tracking-wide no-underline transition-colors disabled:opacity-60 aria-disabled:opacity-60";

const looks = {
  /** The call to action; at most one in view. */
  action: "px-6 forced-colors:border-2 bg-action text-action-ink hover:bg-action-hover",
  solid: "px-6 forced-colors:border-2 bg-brand text-brand-ink hover:bg-ink hover:text-surface",
  outline: "px-6 border-2 border-current hover:bg-ink/8",
  quiet: "px-3 text-link",
} as const;

interface Look {
  readonly look?: keyof typeof looks;
}

const classes = (look: keyof typeof looks, extra = "") => `${shape} ${looks[look]} ${extra}`;

export function Button({
  look = "solid",
  className,
  type = "button",
  ...props
}: ComponentProps<"button"> & Look) {
  return <button type={type} className={classes(look, className)} {...props} />;
}

export function ButtonAnchor({ look = "solid", className, children, ...props }: ComponentProps<"a"> & Look) {
  return (
    <a className={classes(look, className)} {...props}>
      {children}
    </a>
  );
}

interface ButtonLinkProps extends Look {
  readonly to: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link to one of our pages, without a router: forms use it, too. */
export function ButtonLink({ to, ...props }: ButtonLinkProps) {
  return <ButtonAnchor href={to} {...props} />;
}
