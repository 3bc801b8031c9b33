import { transform, type Visitor } from "lightningcss";

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
