import { brandPath, brands, type ListedBrand } from "#app/site/landing/brands/brands.ts";
import { statusPath } from "#domain/deals/mails.ts";
import { stockPath } from "#domain/stock/part.ts";

export interface SiteLink {
  readonly to: string;
  readonly label: string;
  /** Shown only while parts are in stock. */
  readonly inStock?: boolean;
}

export interface LinkGroup {
  readonly title: string;
  readonly links: readonly SiteLink[];
}

const quads: readonly SiteLink[] = [
  { to: "/parts/quad", label: "All quad parts" },
  { to: "/farm-quad-parts", label: "Farm quad parts" },
  { to: "/racing-quad-parts", label: "Racing quad parts" },
];

const bikes: readonly SiteLink[] = [
  { to: "/parts/motorcycle", label: "All motorcycle parts" },
  { to: "/parts/dirt-bike", label: "Dirt bike parts" },
];

const linkTo = (brand: ListedBrand): SiteLink => ({ to: brandPath(brand), label: brand.name });

export const wreckingPages: readonly SiteLink[] = [
  { to: "/quad-wreckers", label: "Quad wreckers" },
  { to: "/motorcycle-wreckers", label: "Motorcycle wreckers" },
  { to: "/sell-vehicle", label: "Sell your vehicle" },
];

/** The groups of the menu (specification section 2). */
export const menuGroups: readonly LinkGroup[] = [
  { title: "Quad Parts", links: quads },
  { title: "Motorcycle Parts", links: bikes },
  { title: "Brands", links: brands.filter(({ offMenu }) => offMenu !== true).map(linkTo) },
  { title: "Wrecking", links: wreckingPages },
  { title: "About", links: [{ to: "/about", label: "About" }] },
  { title: "Contact", links: [{ to: "/contact", label: "Contact" }] },
];

// The complete lists: the specification's menu leaves some pages out.
export const quadPages: readonly SiteLink[] = [
  ...quads,
  { to: "/parts/quad-bike", label: "Used quad bike parts" },
  { to: "/parts/atv", label: "ATV parts" },
];

export const bikePages: readonly SiteLink[] = [
  ...bikes,
  { to: "/road-bike-parts", label: "Road bike parts" },
  { to: "/farm-bike-parts", label: "Farm bike parts" },
  { to: "/dirt-bike-parts", label: "Dirt bike repairs" },
];

export const brandPages = brands.map(linkTo);

export const footerGroups: readonly LinkGroup[] = [
  { title: "Quads", links: quadPages },
  { title: "Motorcycles", links: bikePages },
  { title: "Brands", links: brandPages },
  { title: "Wrecking", links: wreckingPages },
  {
    title: "Help",
    links: [
      { to: "/how-it-works", label: "How it works" },
      { to: statusPath, label: "Where is my request?" },
      { to: "/faq", label: "FAQ" },
      { to: stockPath, label: "Parts in stock", inStock: true },
      { to: "/about", label: "About us" },
      { to: "/contact", label: "Contact" },
    ],
  },
];

export const legalLinks: readonly SiteLink[] = [
  { to: "/privacy", label: "Privacy" },
  { to: "/terms", label: "Terms" },
];

export const quotePage = "/request-quote";
