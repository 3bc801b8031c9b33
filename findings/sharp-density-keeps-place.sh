#!/usr/bin/env bash
# sharp 0.35.5: a picture is written without metadata unless a keep call asks for it, but withDensity(72), which sets dots per inch,
# brings back all EXIF of the original, the place included. withIccProfile("srgb") does not. server/services/pictures makes no call that keeps or adds anything.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund sharp@0.35.5 exifreader@4.46.0 > /dev/null
cat > try.mjs << 'JS'
import ExifReader from "exifreader";
import sharp from "sharp";
const place = { GPSLatitudeRef: "S", GPSLatitude: "39/1 4/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "174/1 4/1 0/1" };
const blank = sharp({ create: { width: 64, height: 48, channels: 3, background: "#884422" } });
const photo = await blank.withExif({ IFD3: place }).jpeg().toBuffer();
const hasPlace = async (picture) => "GPSLatitude" in ExifReader.load(await picture.jpeg().toBuffer());
const seen = {
  original: "GPSLatitude" in ExifReader.load(photo),
  "written again": await hasPlace(sharp(photo)),
  "with an sRGB profile": await hasPlace(sharp(photo).withIccProfile("srgb")),
  "with a density": await hasPlace(sharp(photo).withDensity(72)),
};
console.log("sharp 0.35.5: has a place", seen);
process.exit(JSON.stringify(Object.values(seen)) === "[true,false,false,true]" ? 0 : 1);
JS
node try.mjs
