const names = ["tab", "show", "sort", "record"];

/** `path`, remembering the view of the panel that an address asks for (see view/desk-view.ts). */
export function withView(path: string, search: URLSearchParams): string {
  const asked = new URLSearchParams([...search].filter(([name]) => names.includes(name)));
  return asked.size === 0 ? path : `${path}?${asked}`;
}

/** The panel with one record open, as staff mails link to it. */
export function recordLink(reference: string): string {
  return `/admin?record=${reference}`;
}
