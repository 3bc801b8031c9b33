import { firm, phoneLink } from "#domain/firm.ts";

export function PhoneLink() {
  return (
    <a href={phoneLink()} className="text-link font-semibold whitespace-nowrap">
      {firm.phone}
    </a>
  );
}
