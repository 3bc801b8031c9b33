/** A section of Settings that has several short pages: the last part of their addresses, and their titles. */
export interface SectionPages {
  readonly path: string;
  readonly pages: Readonly<Record<string, string>>;
}

/** The addresses of the pages. The first page is at the section's own. */
export function pathsOf({ path, pages }: SectionPages): string[] {
  return Object.keys(pages).map((name, index) => (index === 0 ? path : `${path}/${name}`));
}
