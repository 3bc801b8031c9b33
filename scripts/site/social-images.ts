import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { runnerImport } from "vite";

import { type SocialImage, socialImages, socialImageSize } from "#app/shared/document/social-images.ts";

import { root } from "../project.mjs";
import { paint } from "./paint.ts";

type Pictures = typeof import("./social-picture.tsx");

/** Writes one picture for each kind of page. The drawings are components, which Node alone cannot read. */
export async function writeSocialImages(folder: string): Promise<void> {
  const file = join(root, "scripts/site/social-picture.tsx");
  const { module } = await runnerImport<Pictures>(file, { configFile: false, root, logLevel: "error" });
  mkdirSync(join(folder, "social"), { recursive: true });
  for (const kind of Object.keys(socialImages) as SocialImage[]) {
    writeFileSync(
      join(folder, "social", `${kind}.png`),
      paint(module.socialPicture(kind), socialImageSize.width),
    );
  }
}
