import { firm } from "#domain/firm.ts";
import { fitText, partLabel, partMachine } from "#domain/stock/part.ts";
import { partAddress, partPhotoAddress } from "#domain/stock/stock-address.ts";
import type { PartPage } from "#server/features/deals/parts/public-parts.ts";

const schemaAvailability = {
  free: "https://schema.org/InStock",
  held: "https://schema.org/OutOfStock",
  sold: "https://schema.org/SoldOut",
} as const;

/** "185.00": cents as feeds and structured data write them. */
export const plainDollars = (cents: number) => (cents / 100).toFixed(2);

/** In one or two sentences, for search engines, feeds and previews. */
export function partSummary({
  name,
  grade,
  condition,
  ...part
}: Pick<PartPage["part"], "name" | "grade" | "condition" | "make" | "model" | "year">): string {
  const machine = partMachine(part);
  const off = machine === "" ? "" : ` off a ${machine}`;
  const facts = [grade === null ? "" : `grade ${grade}`, ...condition].filter((fact) => fact !== "");
  return `Used ${name}${off}${facts.length === 0 ? "" : `: ${facts.join(", ")}`}.`;
}

/** schema.org's Product, as Google reads it. The condition must be the whole address: a plain word is ignored. */
export function productData(origin: string, { part, standing }: PartPage): object {
  const { make, photos, fits, price_cents: cents } = part;
  const url = origin + partAddress(part);
  const condition = "https://schema.org/UsedCondition";
  return {
    "@type": "Product",
    name: [part.name, partMachine(part)].filter((text) => text !== "").join(", "),
    description: partSummary(part),
    sku: partLabel(part.number),
    url,
    image: photos.map(({ id }) => origin + partPhotoAddress(id, 1600)),
    itemCondition: condition,
    ...(make === "" ? {} : { brand: { "@type": "Brand", name: make } }),
    isAccessoryOrSparePartFor: fits.map((fit) => ({
      "@type": "Product",
      name: fitText(fit),
      ...(fit.make === "" ? {} : { brand: { "@type": "Brand", name: fit.make } }),
    })),
    ...(cents === null
      ? {}
      : {
          offers: {
            "@type": "Offer",
            url,
            price: plainDollars(cents),
            priceCurrency: "NZD",
            itemCondition: condition,
            availability: schemaAvailability[standing],
            seller: { "@type": "AutoPartsStore", "@id": `${origin}/#business`, name: firm.trading_name },
          },
        }),
  };
}
