import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

import { Busboy } from "@fastify/busboy";
import type { FastifyInstance } from "fastify";

/** Adds routes that take bodies of this type only, and whose handlers read the bytes as they come. */
export async function streamBodies(
  server: FastifyInstance,
  type: string,
  addRoutes: (routes: FastifyInstance) => void,
): Promise<void> {
  await server.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(type, (_request, _payload, done) => done(null));
    addRoutes(routes);
  });
}

/** The bytes of a body. What is not wanted of it is forgotten: to break the connection off would lose the response. */
export async function* bytesOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } finally {
    request.resume();
  }
}

export const formType = "multipart/form-data";

export interface FormFile {
  /** Fields that came before the file. */
  readonly fields: Readonly<Record<string, string>>;
  readonly bytes: Readable;
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
 * Calls the handler with the file of a form, in the field of that name, while it comes in. Null if there is no such file, or no
 * such form. Reading the file rejects if the connection breaks.
 */
export async function withFormFile<Result>(
  request: IncomingMessage,
  name: string,
  handle: (file: FormFile) => Promise<Result>,
): Promise<Result | null> {
  const file = await findFile(request, name).catch(() => null);
  if (file === null) return null;
  try {
    return await handle(file);
  } finally {
    // Discards unread bytes: a browser shows no response before it has sent everything.
    request.unpipe().resume();
  }
}

function findFile(request: IncomingMessage, name: string): Promise<FormFile | null> {
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
    form.on("field", (field, value) => void (fields[field] = value));
    form.on("file", (field, bytes) => {
      // The later reader gets the error; without a listener it would end the server.
      bytes.on("error", () => undefined);
      if (field !== name) return void bytes.resume();
      current = bytes;
      resolve({ fields, bytes });
    });
    form.on("finish", () => resolve(null));
    form.on("error", fail);
    request.once("error", fail);
    request.pipe(form);
  });
}
