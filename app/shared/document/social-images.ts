/**
 * What stands on the pictures that others show beside a link to us, in lines, by kind of page. The
 * build draws each as `/social/<kind>.png` (scripts/site).
 */
export const socialImages = {
  home: ["Used parts that fit.", "Get it going again."],
  quads: ["Quad parts,", "checked and graded"],
  bikes: ["Motorcycle parts,", "checked and graded"],
  wreckers: ["Cash for your", "quad or bike,", "going or not"],
  help: ["Tell us the part.", "We do the rest."],
} as const;

export type SocialImage = keyof typeof socialImages;

/** Their size in pixels. */
export const socialImageSize = { width: 1200, height: 630 } as const;
