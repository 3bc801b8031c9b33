import type { SocialImage } from "#app/shared/document/page-meta.ts";
import type { DrawingName } from "#app/site/drawings/drawing.tsx";
import type { Crumb } from "#app/site/layout/page-opening.tsx";
import type { Note } from "#app/site/layout/sections.tsx";
import type { StockMatch } from "#app/site/stock/if-stock.tsx";
import type { MachineKind } from "#domain/catalogue/models.ts";
import { firm } from "#domain/firm.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { type VehicleCondition, vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import type { grades } from "#domain/grades.ts";
import { replyPhrase, shortReplyPhrase, upperFirst } from "#domain/reply-due.ts";

import type { PartIconName } from "./part-icon.tsx";

export interface HeroTexts {
  /** Breadcrumbs, from the page below the home page to this page. */
  readonly trail: readonly Crumb[];
  readonly title: string;
  readonly tagline?: string;
  readonly lead: string;
  readonly drawing: DrawingName;
  /** Buttons; by default, one to the quote form. */
  readonly actions?: readonly {
    readonly to: string;
    readonly look: "action" | "outline";
    readonly label: string;
  }[];
}

/** The texts of a landing page, in the order of the page: `texts/<path>.json`. */
export interface LandingTexts extends HeroTexts {
  readonly meta: { readonly title: string; readonly description: string; readonly image: SocialImage };
  /** The parts in stock that it shows. */
  readonly stock?: StockMatch;
  readonly sections: readonly LandingSection[];
  readonly closing: {
    readonly title: string;
    readonly text: string;
    readonly label?: string;
    readonly to?: string;
    readonly drawing?: DrawingName;
    readonly sunken?: boolean;
  };
}

/** A section has a heading and one of the contents. */
export interface LandingSection extends Partial<SectionContents> {
  readonly title: string;
  readonly text?: string;
  readonly sunken?: boolean;
  readonly aside?: boolean;
}

export interface SectionContents {
  readonly notes: readonly Note[];
  /** Notes as rows. */
  readonly rows: readonly Note[];
  readonly conditions: Readonly<Record<VehicleCondition, string>>;
  readonly story: readonly (Note & { readonly scene: DrawingName })[];
  readonly cards: readonly PartCard[];
  readonly groups: "quad" | "dirtBike";
  readonly categories: "quad" | "bike";
  readonly models: MachineKind;
  readonly brands: true;
  readonly grades: Readonly<Record<(typeof grades)[number]["grade"], string>>;
  readonly machines: readonly (Note & {
    readonly drawing: DrawingName;
    readonly parts: readonly string[];
  })[];
  readonly repairs: readonly (Note & {
    readonly icon: PartIconName;
    readonly parts: readonly string[];
  })[];
  readonly bikes: readonly {
    readonly drawing: DrawingName;
    readonly to: string;
    readonly label: string;
    readonly text: string;
  }[];
  readonly link: { readonly to: string; readonly label: string };
}

export interface PartCard {
  readonly part: string;
  readonly icon: PartIconName;
  readonly text?: string;
}

export interface BrandTexts {
  readonly title: string;
  readonly metaDescription: string;
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
  readonly troubles: readonly Note[];
  readonly categoriesText: string;
  readonly closing: { readonly title: string; readonly text: string };
}

const pages = import.meta.glob<string>("./texts/*.json", { eager: true, query: "?raw", import: "default" });
const brandPages = import.meta.glob<string>("./brands/*.json", {
  eager: true,
  query: "?raw",
  import: "default",
});

export function landingTexts(path: string): LandingTexts {
  return read(pages, `./texts/${path.replaceAll("/", "-").slice(1)}.json`) as LandingTexts;
}

export function brandTexts(slug: string): BrandTexts {
  return read(brandPages, `./brands/${slug}.json`) as BrandTexts;
}

/** Values for the names in curly brackets in the texts. The promises follow from the rules of the forms. */
const values: Readonly<Record<string, string>> = {
  quoted: shortReplyPhrase(quoteRequest.replyRule),
  quotedBy: replyPhrase(quoteRequest.replyRule),
  promise: quoteRequest.promise,
  sameDay: shortReplyPhrase("same-business-day"),
  region: firm.region,
  town: firm.town,
  offered: replyPhrase(vehicleSubmission.replyRule),
  Offered: upperFirst(replyPhrase(vehicleSubmission.replyRule)),
};

function read(files: Readonly<Record<string, string>>, name: string): unknown {
  const file = files[name];
  if (file === undefined) throw new Error(`app/site/landing/${name.slice(2)} is missing`);
  return JSON.parse(file.replaceAll(/\{(\w+)\}/g, (_, value: string) => values[value] ?? ""));
}
