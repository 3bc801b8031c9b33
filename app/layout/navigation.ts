export interface SiteLink {
  readonly to: string;
  readonly label: string;
}

interface LinkGroup {
  readonly title: string;
  readonly links: readonly SiteLink[];
}

/** The groups of the menu (specification section 2). */
export const menuGroups: readonly LinkGroup[] = [
  {
    title: "Quad Parts",
    links: [
      { to: "/parts/quad", label: "All quad parts" },
      { to: "/farm-quad-parts", label: "Farm quad parts" },
      { to: "/racing-quad-parts", label: "Racing quad parts" },
    ],
  },
  {
    title: "Motorcycle Parts",
    links: [
      { to: "/parts/motorcycle", label: "All motorcycle parts" },
      { to: "/parts/dirt-bike", label: "Dirt bike parts" },
    ],
  },
  {
    title: "Brands",
    links: [
      { to: "/brands/honda", label: "Honda" },
      { to: "/brands/yamaha", label: "Yamaha" },
      { to: "/brands/suzuki", label: "Suzuki" },
      { to: "/brands/polaris", label: "Polaris" },
      { to: "/brands/kawasaki", label: "Kawasaki" },
    ],
  },
  {
    title: "Wrecking",
    links: [
      { to: "/quad-wreckers", label: "Quad wreckers" },
      { to: "/motorcycle-wreckers", label: "Motorcycle wreckers" },
      { to: "/sell-vehicle", label: "Sell your vehicle" },
    ],
  },
  { title: "About", links: [{ to: "/about", label: "About" }] },
  { title: "Contact", links: [{ to: "/contact", label: "Contact" }] },
];

export const footerLinks: readonly SiteLink[] = [
  { to: "/how-it-works", label: "How it works" },
  { to: "/faq", label: "FAQ" },
  { to: "/privacy", label: "Privacy" },
  { to: "/terms", label: "Terms" },
];

/** Pages that the menu of the specification leaves out. */
export const moreLinks: readonly SiteLink[] = [
  { to: "/parts/quad-bike", label: "Used quad bike parts" },
  { to: "/parts/atv", label: "ATV parts" },
  { to: "/farm-bike-parts", label: "Farm bike parts" },
  { to: "/dirt-bike-parts", label: "Dirt bike wrecking" },
  { to: "/road-bike-parts", label: "Road bike parts" },
  { to: "/brands/can-am", label: "Can-Am" },
];

/** The page that most links lead to. */
export const quotePage = "/request-quote";
