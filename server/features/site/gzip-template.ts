import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

const toDeflate = promisify(deflateRaw);

/** Ends each part on a whole byte, so that parts can be concatenated (RFC 1951). */
const partOptions = { level: 9, finishFlush: constants.Z_FULL_FLUSH };

/** Deflate, no name, no time, unknown system (RFC 1952). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const emptyFinalBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);
const largestStoredBlock = 0xffff;
const nothing = Buffer.alloc(0);

interface Part {
  readonly text: Buffer;
  readonly deflated: Buffer;
}

/** Compresses a text with gaps once: the fillings go into stored blocks, and only the checksum is computed again. */
export class GzipTemplate {
  readonly #first: Part;
  readonly #firstChecksum: number;
  readonly #others: readonly Part[];

  private constructor([first, ...others]: readonly [Part, ...Part[]]) {
    this.#first = first;
    this.#firstChecksum = crc32(first.text);
    this.#others = others;
  }

  /** Takes the texts before, between and after the gaps, in order. */
  static async of([first, ...others]: readonly [Buffer, ...Buffer[]]): Promise<GzipTemplate> {
    return new GzipTemplate([await partOf(first), ...(await Promise.all(others.map(partOf)))]);
  }

  /** Returns the whole text in gzip format. Takes one filling per gap, each of at most 65,535 bytes. */
  complete(fillings: readonly Buffer[]): Buffer {
    const pieces = [gzipHeader, this.#first.deflated];
    let checksum = this.#firstChecksum;
    let length = this.#first.text.length;
    for (const [index, { text, deflated }] of this.#others.entries()) {
      const filling = fillings[index] ?? nothing;
      pieces.push(storedBlock(filling), filling, deflated);
      checksum = crc32(text, crc32(filling, checksum));
      length += filling.length + text.length;
    }
    return Buffer.concat([...pieces, emptyFinalBlock, trailer(checksum, length)]);
  }
}

async function partOf(text: Buffer): Promise<Part> {
  return { text, deflated: await toDeflate(text, partOptions) };
}

function storedBlock({ length }: Buffer): Buffer {
  if (length > largestStoredBlock) throw new RangeError(`${length} bytes are too many for one gap`);
  const head = Buffer.alloc(5);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(length ^ largestStoredBlock, 3);
  return head;
}

function trailer(checksum: number, length: number): Buffer {
  const end = Buffer.alloc(8);
  end.writeUInt32LE(checksum, 0);
  end.writeUInt32LE(length % 2 ** 32, 4);
  return end;
}
