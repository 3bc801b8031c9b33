import type { Model } from "#app/site/landing/catalogue/models.ts";

/** A stretch of a model code, and what it says. */
interface CodePart {
  readonly text: string;
  readonly meaning: string;
}

interface Trouble {
  readonly title: string;
  readonly text: string;
}

/** What one brand's page says, in words of its own. */
export interface BrandWords {
  readonly pageTitle: string;
  readonly pageDescription: string;
  readonly tagline: string;
  /** The drawing beside it. */
  readonly machine: "farm" | "big";
  readonly description: string;
  readonly code: {
    readonly parts: readonly CodePart[];
    readonly text: string;
  };
  readonly popularText: string;
  readonly popular: readonly (Model & { readonly note: string })[];
  readonly troublesTitle: string;
  readonly troubles: readonly Trouble[];
  readonly categoriesText: string;
  readonly closing: { readonly title: string; readonly text: string };
}
