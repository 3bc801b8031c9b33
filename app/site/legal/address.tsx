import { business } from "#domain/business.ts";

/** Where to write, ring and send post to. */
export function Address() {
  return (
    <address className="not-italic">
      {business.name}, {business.street}, {business.town} {business.postcode}, {business.region}
      <br />
      <a href={`mailto:${business.email}`} className="text-link">
        {business.email}
      </a>
      ,{" "}
      <a href={business.phoneLink} className="text-link whitespace-nowrap">
        {business.phone}
      </a>
    </address>
  );
}
