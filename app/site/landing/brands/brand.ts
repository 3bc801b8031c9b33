/** A model as people ask for it: the maker's code and, if it has one, the name on the tank. */
export interface Model {
  readonly code: string;
  readonly name?: string;
}

/** What a machine is built for. */
export type MachineKind = "farmQuad" | "sportQuad" | "dirtBike" | "farmBike" | "roadBike";

export type BrandModels = Readonly<Partial<Record<MachineKind, readonly Model[]>>>;

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
  readonly popular: readonly (Model & { readonly note: string })[];
  readonly troublesTitle: string;
  readonly troubles: readonly { readonly title: string; readonly text: string }[];
  readonly categoriesText: string;
  readonly closing: { readonly title: string; readonly text: string };
}
