import sharp from "sharp";

/** A photo as a phone takes it of a broken part: a drawing of a cracked housing, 1,600 pixels wide unless another width is given. */
export function photo(width = 1600): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120">
    <rect width="160" height="120" fill="#8d8577"/><ellipse cx="82" cy="104" rx="62" ry="9" fill="#6f685c"/>
    <g fill="#c9ced1" stroke="#4b5154" stroke-width="2">
      <rect x="10" y="54" width="140" height="20" rx="9"/><circle cx="80" cy="62" r="38"/><circle cx="80" cy="62" r="20" fill="#9aa1a5"/>
      ${[0, 60, 120, 180, 240, 300].map((turn) => `<circle cx="110" cy="62" r="3.5" fill="#33383a" transform="rotate(${turn} 80 62)"/>`).join("")}
    </g>
    <path d="M50 32l9 10-4 9 12 8-3 9 10 7" fill="none" stroke="#1d1f20" stroke-width="2.5"/></svg>`;
  return sharp(Buffer.from(drawing)).resize(width).jpeg({ quality: 80 }).toBuffer();
}
