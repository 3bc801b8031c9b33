import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

import { Busboy } from "@fastify/busboy";

export interface MultipartFile {
  /** What came before the file. */
  readonly fields: Readonly<Record<string, string>>;
  readonly bytes: Readable;
  /** Reads on, and forgets, what has not been read: a browser shows no response before it has sent all. */
  readonly skipRest: () => void;
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
 * Reads a form with one file, in the field of that name, while it comes in. Null if there is no such file. Rejects if it
 * is no such form, or the connection breaks; so does reading the file.
 */
export function readMultipart(request: IncomingMessage, name: string): Promise<MultipartFile | null> {
  const { "content-type": type = "" } = request.headers;
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    const form = new Busboy({ headers: { ...request.headers, "content-type": type }, limits });
    let current: Readable | null = null;
    const fail = (cause: unknown) => {
      const code = "ERR_STREAM_PREMATURE_CLOSE";
      const problem = Object.assign(new Error("The form was cut off", { cause }), { code });
      reject(problem);
      current?.destroy(problem);
    };
    const skipRest = () => void request.unpipe(form).resume();
    form.on("field", (field, value) => void (fields[field] = value));
    form.on("file", (field, bytes) => {
      // Whoever reads it later learns of the problem then: without a listener it would end the server.
      bytes.on("error", () => undefined);
      if (field !== name) return void bytes.resume();
      current = bytes;
      resolve({ fields, bytes, skipRest });
    });
    form.on("finish", () => resolve(null));
    form.on("error", fail);
    request.once("error", fail);
    request.pipe(form);
  });
}
