import { displayValue } from "#domain/submission.ts";

import type { FilledField } from "./card-content.ts";
import { mailLink, phoneLink } from "./contact-links.ts";

/** A field's value as staff use it: addresses and numbers are links. Visitors' words are isolated from ours. */
export function FieldValue({ field, value }: FilledField) {
  const words = displayValue(field, value);
  const href = field.kind === "email" ? mailLink(words) : field.kind === "phone" ? phoneLink(words) : null;
  if (href === null) return <bdi>{words}</bdi>;
  return (
    <a
      href={href}
      className="text-link inline-flex min-h-11 items-center wrap-anywhere lg:inline-block lg:min-h-6"
    >
      <bdi>{words}</bdi>
    </a>
  );
}
