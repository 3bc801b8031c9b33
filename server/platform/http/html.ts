const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);
}

class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}
export type { Markup };

/** Escapes texts, but not markup made by this tag. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Markup | Markup[])[]
): Markup {
  const filled = values.map(asSource);
  return new Markup(parts.map((part, index) => part + (filled[index] ?? "")).join(""));
}

function asSource(value: string | Markup | Markup[]): string {
  if (Array.isArray(value)) return value.map((one) => one.source).join("");
  return typeof value === "string" ? escapeHtml(value) : value.source;
}
