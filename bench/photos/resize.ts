import sharp from "sharp";

/** What anybody would write: the file of argv to two JPEGs, by sharp alone. */
const [, , file = "", large = "", small = ""] = process.argv;
const fit = { fit: "inside", withoutEnlargement: true } as const;
await sharp(file).autoOrient().resize(1600, 1600, fit).jpeg({ quality: 80 }).toFile(large);
await sharp(large).resize(320, 320, fit).jpeg({ quality: 80 }).toFile(small);
