import { hoursInWords, type OpeningHours } from "./opening-hours.ts";

/** When people are at work. What pages say of it, structured data and the calendar of promises derive from it. */
const openingHours: readonly OpeningHours[] = [
  { firstDay: "Monday", lastDay: "Friday", opens: "09:00", closes: "17:00" },
];

/**
 * Who we are, in one place. The values are placeholders that nobody owns: replace them before
 * going live (production warns about them). In another region change its anniversary day
 * (domain/public-holidays.ts) and what the pages say of it as well: `grep -rE "Northland|Whangārei" app`.
 * Tests of promised moments are written for Northland, Monday to Friday, 9:00 to 17:00.
 */
export const business = {
  name: "QuadKea",
  tagline: "Second-hand quad and motorcycle parts, delivered across New Zealand.",
  phone: "09 000 0000",
  phoneLink: "tel:+6490000000",
  email: "sales@quadkea.example",
  mailFrom: "QuadKea <website@quadkea.example>",
  street: "1 Example Road",
  town: "Whangārei",
  region: "Northland",
  postcode: "0110",
  openingHours,
  hours: `${hoursInWords(openingHours)} NZ time`,
  gstNumber: "000-000-000",
  /** How long enquiries stay, unless an order is placed (specification section 9); the server keeps to it. */
  enquiriesKeptMonths: 24,
} as const;

/** True while the file above has not been made ours. */
export function businessIsPlaceholder(): boolean {
  return business.email.endsWith(".example") || /0{6}/.test(business.phone.replaceAll(" ", ""));
}
