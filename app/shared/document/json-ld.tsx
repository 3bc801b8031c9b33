interface JsonLdProps {
  /** An object of schema.org, without its `@context`. */
  readonly data: { readonly "@type": string; readonly [property: string]: unknown };
}

/** Says to search engines what the page says to people. */
export function JsonLd({ data }: JsonLdProps) {
  const json = JSON.stringify({ "@context": "https://schema.org", ...data });
  // No text in it can end the script.
  const text = json.replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
