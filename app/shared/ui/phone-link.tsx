import { business } from "#domain/business.ts";

export function PhoneLink() {
  return (
    <a href={business.phoneLink} className="text-link font-semibold whitespace-nowrap">
      {business.phone}
    </a>
  );
}
