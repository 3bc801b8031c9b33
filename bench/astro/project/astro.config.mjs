// A static page with nothing added. STYLES is Astro's own setting: `auto` links a style sheet of this size, `always`
// writes it into the page.
export default {
  output: "static",
  outDir: process.env.OUT_DIR,
  build: { assets: "assets", inlineStylesheets: process.env.STYLES },
};
