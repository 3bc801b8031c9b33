import type { QuoteRequestValues } from "#domain/forms/quote-request.ts";

/** What the visitor of this number sends: as long as a usual request, and never twice the same. */
export function exampleFields(index: number): QuoteRequestValues {
  return {
    full_name: `Aroha Ngata ${index}`,
    phone: "021 555 0100",
    email: `visitor-${index}@example.co.nz`,
    make: "Honda",
    model: "TRX420FM",
    year: 2000 + (index % 20),
    vin: `TE35-${4_100_000 + index}`,
    part_needed: "Front diff",
    condition_preference: "B",
    budget: 350.5,
    delivery_address: "12 Ōtaika Road\nRD 4\nWhangārei 0174",
    notes:
      "Runs fine, but the diff whines when it is cold. Could you also say what freight to the farm costs?",
  };
}
