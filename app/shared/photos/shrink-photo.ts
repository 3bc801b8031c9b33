import { photoSides } from "#domain/deals/photos.ts";

/**
 * The photo as a JPEG of at most 1,600 pixels, upright and without place and time. What this browser cannot read stays
 * as it is: the server says what is wrong with it.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  try {
    return (await drawn(file)) ?? file;
  } catch {
    return file;
  }
}

/** JPEG qualities: most photos are small enough at the first; leaves and gravel need another. */
const qualities = [0.8, 0.65, 0.5];
const bytesMost = 350_000;
const type = "image/jpeg";

/** Returns null if the picture is too large for a canvas. */
async function drawn(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file); // The browser turns it upright.
  const scale = Math.min(1, photoSides.large / Math.max(picture.width, picture.height));
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  const [width, height] = [scaled(picture.width), scaled(picture.height)];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  if (context === null) return null;
  context.imageSmoothingQuality = "high";
  context.fillStyle = "#fff"; // JPEG has no transparency.
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  let blob: Blob | null = null;
  for (const quality of qualities) {
    blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (blob === null || blob.size <= bytesMost) break;
  }
  return blob?.type === type ? blob : null;
}
