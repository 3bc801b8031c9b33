import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Removes from the built pages what browsers do not need: the icons' own classes and namespace, and shapes' end tags. */
export function leanMarkup(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".html") || name.startsWith("admin")) continue;
    const file = join(folder, name);
    writeFileSync(file, lean(readFileSync(file, "utf8")));
  }
}

export function lean(page: string): string {
  return page
    .replaceAll(' xmlns="http://www.w3.org/2000/svg"', "")
    .replaceAll(/(?<=class=")lucide lucide-[\w-]+ ?/g, "")
    .replaceAll(/><\/(?:path|circle|rect|line|ellipse)>/g, "/>");
}
