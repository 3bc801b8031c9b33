/** A record's title: pressed anywhere on the record that does nothing else, and the focus is seen all around it. */
export const titleLinkClasses =
  "outline-none after:absolute after:inset-0 focus-visible:after:-outline-offset-3 focus-visible:after:outline-3 focus-visible:after:outline-ink focus-visible:after:outline-solid";
