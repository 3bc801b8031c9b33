import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "@playwright/test";
import sharp from "sharp";

type Paper = NonNullable<Parameters<Page["pdf"]>[0]>;

/** What a scanner reads on each sheet, printed black on white at 203 dpi, and how much of the width is used. */
export async function printedOn(page: Page, paper: Paper): Promise<{ codes: string[]; share: number }[]> {
  const folder = mkdtempSync(join(tmpdir(), "quadkea-label-"));
  const label = join(folder, "label");
  try {
    await page.pdf({ path: `${label}.pdf`, ...paper });
    execFileSync("pdftoppm", ["-r", "203", "-mono", "-png", `${label}.pdf`, label]);
    const sheets = readdirSync(folder).filter((name) => name.endsWith(".png"));
    return await Promise.all(sheets.toSorted().map((name) => readSheet(join(folder, name))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readSheet(file: string) {
  const read = execFileSync("zbarimg", ["--quiet", file], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ width }, { info }] = await Promise.all([
    sharp(file).metadata(),
    sharp(file).trim().toBuffer({ resolveWithObject: true }),
  ]);
  return { codes: read.trim().split("\n"), share: info.width / width };
}
