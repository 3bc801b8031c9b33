/** Without the blanks that people type between the groups of a VIN; other text, such as why there is none, stays. */
export function plainFrameNumber(text: string): string {
  const compact = text.replaceAll(/\s/g, "");
  return /^[A-Z0-9-]*\d[A-Z0-9-]*$/i.test(compact) ? compact.toUpperCase() : text;
}
