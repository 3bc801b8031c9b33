import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Selector, SelectorComponent } from "lightningcss";

import { shortenClasses, styleElement, transformStyles } from "./short-classes.ts";

/** Leaves in the style sheet of each public page what it or its scripts use, under short names. */
export function prunePageStyles(folder: string): void {
  const scripts = scriptsIn(join(folder, "assets"));
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const isPublicPage = name.endsWith(".html") && !name.startsWith("admin");
    if (!isPublicPage) continue;
    const file = join(folder, name);
    const page = readFileSync(file, "utf8");
    const loaded = loadedScripts(page, scripts);
    const rest = [page.replace(styleElement, ""), ...loaded].join("\n");
    const words = wordsIn([namesIn(page), ...loaded].join("\n"));
    const pruned = page.replace(styleElement, (styles) => pruneVariables(prune(styles, words), rest));
    const inline = page.match(/<script>.*?<\/script>/gs) ?? [];
    writeFileSync(file, shortenClasses(pruned, wordsIn([...inline, ...loaded].join("\n"))));
  }
}

/** Returns the rules that can match something made of these words. */
export function prune(styles: string, words: ReadonlySet<string>): string {
  return transformStyles(styles, {
    Selector: (selector) => (canMatch(selector, words) ? selector : []),
  });
}

const variableUse = /(?<=var\()--[\w-]+/g;

/** Returns the styles without the variables that neither they nor the rest of the page read, and without registrations. */
export function pruneVariables(styles: string, rest: string): string {
  const used = new Set(`${styles}${rest}`.match(variableUse));
  const left = transformStyles(styles, {
    // Properties that the parser does not know are "custom" too.
    Declaration: {
      custom: ({ name }) => (used.has(name) || !name.startsWith("--") ? undefined : []),
    },
    Rule: {
      // Tailwind's defaults are there twice: registered, and as a rule for browsers that know no such thing.
      property: () => [],
      supports: ({ value }) =>
        JSON.stringify(value.condition).includes("margin-trim") ? value.rules : undefined,
    },
  });
  // A variable may have been read only by one that is gone now.
  return left.length < styles.length ? pruneVariables(left, rest) : left;
}

function canMatch(selector: Selector, words: ReadonlySet<string>): boolean {
  return selector.every((component) => isPossible(component, words));
}

/** Parts of inputs, and the elements that have them; a text input with a datalist has a picker too. */
const inputParts = [
  { part: /^-webkit-(?:date|calendar)/, names: ["[date]", "[time]", "[month]", "datalist"] },
  { part: /^-webkit-(?:inner|outer)-spin/, names: ["[number]"] },
  { part: /^-webkit-search/, names: ["[search]"] },
  { part: /^file-selector-button$/, names: ["[file]"] },
];

function isOfInput(part: string, words: ReadonlySet<string>): boolean {
  const known = inputParts.find((each) => each.part.test(part));
  return known === undefined || known.names.some((name) => words.has(name));
}

/** States and attributes come and go, so they are always possible. */
function isPossible(component: SelectorComponent, words: ReadonlySet<string>): boolean {
  if (component.type === "class" || component.type === "id" || component.type === "type") {
    return words.has(component.name);
  }
  if (component.type === "pseudo-element") {
    return isOfInput(component.kind === "custom" ? component.name : component.kind, words);
  }
  const isAnyOf =
    component.type === "pseudo-class" && (component.kind === "is" || component.kind === "where");
  return !isAnyOf || component.selectors.some((each) => canMatch(each, words));
}

/** Returns a page's scripts, elements, classes, ids and, in brackets, types of input: its text names nothing. */
export function namesIn(page: string): string {
  const names = page.match(/<script>.*?<\/script>|<[a-z][\w-]*|(?<= (?:class|id)=")[^"]*/gs) ?? [];
  const types = page.matchAll(/(?<= type=")[^"]*/g);
  return [...names, ...[...types].map(([type]) => `[${type}]`)].join("\n");
}

/** Returns what could be a class, an id or an element's name in a page or a script. */
export function wordsIn(text: string): Set<string> {
  const plain = text.replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  return new Set([...(plain.match(/[^\s"'`]+/g) ?? []), ...(plain.match(/[a-z][\w-]*/g) ?? [])]);
}

function scriptsIn(folder: string): Map<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".js"));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** Returns the scripts that a page names, and those that they name. */
function loadedScripts(page: string, scripts: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>();
  const texts = [page];
  for (const text of texts) {
    for (const [name] of text.matchAll(/[\w.-]+\.js/g)) {
      const script = scripts.get(name);
      if (script === undefined || found.has(name)) continue;
      found.add(name);
      texts.push(script);
    }
  }
  return texts.slice(1);
}
