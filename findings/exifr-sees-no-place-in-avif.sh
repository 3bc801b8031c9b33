#!/usr/bin/env bash
# exifr 7.1.3 lists AVIF among the formats it reads, but says of an AVIF by sharp 0.35.5 (libheif) that it has none,
# without an error; exifreader 4.46.0 finds it in the same bytes. Of a PNG by sharp both find it. A privacy test with exifr alone
# passes whatever is in the file: ours asks exiftool.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund sharp@0.35.5 exifr@7.1.3 exifreader@4.46.0 > /dev/null
cat > try.mjs << 'JS'
import exifr from "exifr";
import ExifReader from "exifreader";
import sharp from "sharp";
const place = { GPSLatitudeRef: "S", GPSLatitude: "39/1 4/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "174/1 4/1 0/1" };
const blank = sharp({ create: { width: 64, height: 48, channels: 3, background: "#884422" } });
const photo = await blank.withExif({ IFD3: place }).jpeg().toBuffer();
const seen = {};
for (const format of ["png", "avif"]) {
  const picture = await sharp(photo).keepExif().toFormat(format).toBuffer();
  const found = { exifr: (await exifr.gps(picture)) !== undefined, exifreader: "GPSLatitude" in ExifReader.load(picture) };
  seen[format] = found;
}
console.log("finds the place in what sharp 0.35.5 wrote", seen);
const expected = { png: { exifr: true, exifreader: true }, avif: { exifr: false, exifreader: true } };
process.exit(JSON.stringify(seen) === JSON.stringify(expected) ? 0 : 1);
JS
node try.mjs
