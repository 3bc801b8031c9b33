import { writeIcons } from "./icons.ts";
import { writeSitemap } from "./sitemap.ts";
import { writeSocialImages } from "./social-images.ts";

// The files next to the pages: `node after-pages.ts <folder of the built pages>`.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Say where the built pages are");
writeIcons(folder);
writeSitemap(folder);
await writeSocialImages(folder);
