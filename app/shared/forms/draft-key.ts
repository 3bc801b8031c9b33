/** The key of a form's draft in session storage. */
export function draftKey(name: string): string {
  return `quadkea-${name}-draft`;
}
