/**
 * Who we are, in one place. The values are placeholders that nobody owns: replace them before
 * going live (`npm start` in production mode warns while they stand).
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
  hours: "Mon-Fri 9:00-17:00 NZ time",
  gstNumber: "000-000-000",
} as const;

/** True while the file above has not been made ours. */
export function businessIsPlaceholder(): boolean {
  return business.email.endsWith(".example") || /0{6}/.test(business.phone.replaceAll(" ", ""));
}
