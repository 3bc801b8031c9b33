import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

import { Busboy } from "@fastify/busboy";

export interface MultipartForm {
  /** What came before the file. */
  readonly fields: Readonly<Record<string, string>>;
  /** Ends early if the file is longer than `bytesMost`; see `isTooLong`. */
  readonly file: Readable & { readonly truncated: boolean };
}

const limits = {
  fields: 10,
  fieldSize: 1000,
  files: 1,
  parts: 12,
  headerPairs: 20,
  headerSize: 4096,
} as const;

/**
 * Reads a form with one file in the field of that name while it comes in. Null if there is no such file. The file must be
 * read to its end. Rejects if it is no such form, or the connection breaks; so does reading the file.
 */
export function readMultipart(
  request: IncomingMessage,
  name: string,
  bytesMost: number,
): Promise<MultipartForm | null> {
  const { "content-type": type = "" } = request.headers;
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    const form = new Busboy({
      headers: { ...request.headers, "content-type": type },
      limits: { ...limits, fileSize: bytesMost },
    });
    let current: Readable | null = null;
    const fail = (error: unknown) => {
      const problem = error instanceof Error ? error : new Error(String(error));
      reject(problem);
      current?.destroy(problem);
    };
    form.on("field", (field, value) => void (fields[field] = value));
    form.on("file", (field, file) => {
      if (field !== name) return void file.resume();
      current = file;
      resolve({ fields, file });
    });
    form.on("finish", () => resolve(null));
    form.on("error", fail);
    request.once("error", fail);
    request.pipe(form);
  });
}
