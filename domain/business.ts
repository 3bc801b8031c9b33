const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
type Weekday = (typeof weekdays)[number];

interface OpeningHours {
  readonly firstDay: Weekday;
  readonly lastDay: Weekday;
  readonly opens: string;
  readonly closes: string;
}

const openingHours: readonly OpeningHours[] = [
  { firstDay: "Monday", lastDay: "Friday", opens: "09:00", closes: "17:00" },
];

/**
 * The business's own details. The values are placeholders that nobody owns: replace them before going live (production
 * warns about them). For another region, also change the anniversary day (domain/business-calendar.ts) and the pages
 * that name the region: `grep -rE "Northland|Whangārei" app`. Tests of promised moments assume Northland, Monday to
 * Friday, 9:00 to 17:00.
 */
export const business = {
  name: "QuadKea",
  legalName: "QuadKea Example Limited",
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
  /** A quote asked for later is promised for the next business day, until an owner changes it in Settings. */
  sameDayUntil: "16:00",
  hours: `${openingHours.map(hoursText).join(", ")} NZ time`,
  gstNumber: "000-000-000",
  /** When terms and privacy policy last changed. A quote says which terms it was sent under. */
  legalTextsUpdated: "January 2025",
  /** How long enquiries are kept unless they lead to an order (specification section 9). */
  enquiriesKeptMonths: 24,
  /** From the end of the tax year, 31 March: what tax law requires. */
  ordersKeptYears: 7,
} as const;

export function businessIsPlaceholder(): boolean {
  return business.email.endsWith(".example") || /0{6}/.test(business.phone.replaceAll(" ", ""));
}

export function daysOf({ firstDay, lastDay }: OpeningHours): readonly Weekday[] {
  return weekdays.slice(weekdays.indexOf(firstDay), weekdays.indexOf(lastDay) + 1);
}

/** Returns undefined if we never open on that weekday (0 for Monday to 6 for Sunday). */
export function hoursOn(weekday: number): OpeningHours | undefined {
  return openingHours.find(
    ({ firstDay, lastDay }) => weekday >= weekdays.indexOf(firstDay) && weekday <= weekdays.indexOf(lastDay),
  );
}

function hoursText({ firstDay, lastDay, opens, closes }: OpeningHours): string {
  const days = firstDay === lastDay ? [firstDay] : [firstDay, lastDay];
  const times = [opens, closes].map((time) => time.replace(/^0/, ""));
  return `${days.map((day) => day.slice(0, 3)).join("-")} ${times.join("-")}`;
}
