import { phoneLink } from "#domain/phone-numbers.ts";

/** The number to ring if a mail did not arrive; "them" if there is none. */
export function CustomerPhone({ record }: { readonly record: { readonly [field: string]: unknown } }) {
  const { phone } = record;
  if (typeof phone !== "string" || phone === "") return "them";
  return (
    <a href={phoneLink(phone) ?? undefined} className="text-link whitespace-nowrap">
      <bdi>{phone}</bdi>
    </a>
  );
}
