const viewParameters = ["tab", "show", "sort", "record"];

/** Returns `path` with the parameters that name a view of the desk (state/desk-view.ts). */
export function withView(path: string, search: URLSearchParams): string {
  const kept = new URLSearchParams([...search].filter(([name]) => viewParameters.includes(name)));
  return kept.size === 0 ? path : `${path}?${kept}`;
}

/** Returns the link to a record that staff mails use. */
export function recordLink(reference: string): string {
  return `/admin?record=${reference}`;
}
