import { type Selector, type SelectorComponent, transform, type Visitor } from "lightningcss";

/** The style sheet in a page. */
export const styleElement = /(?<=<style>).*?(?=<\/style>)/s;

/** The browsers that Tailwind writes for, so that its prefixes stay. */
const targets = {
  safari: (16 << 16) | (4 << 8),
  ios_saf: (16 << 16) | (4 << 8),
  firefox: 128 << 16,
  chrome: 111 << 16,
};

/** Returns the styles as the visitor changes them, minified. */
export function transformStyles(styles: string, visitor: Visitor<never>): string {
  const { code } = transform({
    filename: "page.css",
    code: Buffer.from(styles),
    minify: true,
    targets,
    visitor,
  });
  return code.toString();
}

const classAttribute = / class="([^"]*)"/g;

/**
 * Gives the classes of a page names of one or two letters, in its markup and its styles. Classes that its scripts may name
 * keep theirs; classes of no rule and no script are removed.
 */
export function shortenClasses(page: string, namedByScripts: ReadonlySet<string>): string {
  const names = shortNames(page, namedByScripts);
  const shortOf = (name: string) => names.get(name) ?? (namedByScripts.has(name) ? name : "");
  return page
    .replace(styleElement, (styles) => mapClasses(styles, (name) => names.get(name) ?? name))
    .replaceAll(classAttribute, (_, value: string) => {
      const short = classesIn(value).map(shortOf).filter(Boolean).join(" ");
      return short === "" ? "" : ` class="${short}"`;
    });
}

function shortNames(page: string, namedByScripts: ReadonlySet<string>): Map<string, string> {
  const styled = new Set<string>();
  mapClasses(styleElement.exec(page)?.[0] ?? "", (name) => {
    styled.add(name);
    return name;
  });
  const renamed = byFrequency(page).filter((name) => styled.has(name) && !namedByScripts.has(name));
  return new Map(renamed.map((name, index) => [name, shortName(index)]));
}

function byFrequency(page: string): string[] {
  const counts = new Map<string, number>();
  for (const [, value = ""] of page.matchAll(classAttribute)) {
    for (const name of classesIn(value)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
}

function classesIn(value: string): string[] {
  const plain = value
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
  return plain.split(/\s+/).filter(Boolean);
}

/** Without d: ad blockers hide what has the class "ad". */
const letters = "abcefghijklmnopqrstuvwxyzABCEFGHIJKLMNOPQRSTUVWXYZ";

/** The names of two letters follow on from those of one. */
function shortName(index: number): string {
  const last = letters.charAt(index % letters.length);
  return index < letters.length ? last : shortName(Math.floor(index / letters.length) - 1) + last;
}

function mapClasses(styles: string, rename: (name: string) => string): string {
  const renamedIn = (selector: Selector): Selector => selector.map(renamed);
  const renamed = (component: SelectorComponent): SelectorComponent => {
    if (component.type === "class") return { ...component, name: rename(component.name) };
    return hasSelectors(component)
      ? { ...component, selectors: component.selectors.map(renamedIn) }
      : component;
  };
  return transformStyles(styles, { Selector: renamedIn });
}

type WithSelectors = Extract<SelectorComponent, { type: "pseudo-class"; selectors: Selector[] }>;

/** `:is()` and the like; `:host` has a selector of another kind. */
function hasSelectors(component: SelectorComponent): component is WithSelectors {
  return component.type === "pseudo-class" && ["is", "where", "not", "has", "any"].includes(component.kind);
}
