import { constants, crc32, deflateRawSync } from "node:zlib";

import { compress, type Encoding } from "#server/platform/http/compression.ts";

import type { BuiltFile } from "./built-files.ts";
import type { Filling } from "./pages.ts";

interface Piece {
  readonly text: Buffer;
  /** Ends at a byte, so that more can follow. */
  readonly deflated: Buffer;
  /** The gap after this piece; undefined at the end of the page. */
  readonly gap: string | undefined;
}

const templates = new WeakMap<BuiltFile, readonly Piece[]>();

/** Cuts a page at its gaps. What is between them is compressed once: all of it for each visitor costs a millisecond. */
function piecesOf({ file, gaps }: Filling): readonly Piece[] {
  const known = templates.get(file);
  if (known !== undefined) return known;
  const page = file.content().toString();
  const found = page.match(gaps) ?? [];
  const pieces = page.split(gaps).map((each, index) => {
    const text = Buffer.from(each);
    const deflated = deflateRawSync(text, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
    return { text, deflated, gap: found[index] };
  });
  templates.set(file, pieces);
  return pieces;
}

/** Fills in a page. Gzip is put together of what has been compressed and, as it is, what is new (RFC 1951, 1952). */
export async function fillGaps(page: Filling, encoding: Encoding): Promise<Buffer> {
  const pieces = piecesOf(page).map((piece) => ({
    ...piece,
    filling: Buffer.from(piece.gap === undefined ? "" : page.fill(piece.gap)),
  }));
  const parts = pieces.flatMap(({ text, filling }) => [text, filling]);
  if (encoding !== "gzip") return compress(Buffer.concat(parts), encoding);
  const blocks = pieces.flatMap(({ deflated, gap, filling }) => {
    const length = [filling.length & 255, filling.length >> 8];
    const head = [Number(gap === undefined), ...length, ...length.map((byte) => byte ^ 255)];
    return [deflated, Buffer.from(head), filling];
  });
  const end = Buffer.alloc(8);
  end.writeUInt32LE(parts.reduce((sum, part) => crc32(part, sum), 0));
  end.writeUInt32LE(
    parts.reduce((bytes, { length }) => bytes + length, 0),
    4,
  );
  return Buffer.concat([gzipHead, ...blocks, end]);
}

/** Deflated; no name, no time, of any system. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
