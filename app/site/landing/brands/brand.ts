export interface BrandPage {
  readonly title: string;
  readonly metaDescription: (quotedWithin: string) => string;
  readonly tagline: string;
  /** The drawing next to the tagline. */
  readonly machine: "farm" | "big";
  readonly lead: string;
  /** A model code taken apart, and what each part means. */
  readonly code: {
    readonly parts: readonly { readonly text: string; readonly meaning: string }[];
    readonly text: string;
  };
  readonly popularText: string;
  /** Codes of popular models (domain/catalogue/models.ts) that share a note. */
  readonly popular: readonly { readonly codes: readonly string[]; readonly note: string }[];
  readonly troublesTitle: string;
  readonly troubles: readonly { readonly title: string; readonly text: string }[];
  readonly categoriesText: string;
  readonly closing: { readonly title: string; readonly text: string };
}
