import { randomUUID } from "node:crypto";

import { expect } from "vitest";

import type { Part } from "#domain/stock/part.ts";

import type { TestApp } from "./build-test-app.ts";
import { deskCall, type DeskResponse } from "./staff.ts";

export type PartFields = Partial<Omit<Part, "number">>;

/** The calls of one user about parts and machines, on behalf of the first admin unless a cookie is given. */
export async function stockDesk(app: TestApp, given?: string) {
  const cookie = given ?? (await app.signIn());
  const call = (
    name: Parameters<typeof deskCall>[2],
    body?: object,
    version?: number,
  ): Promise<DeskResponse> => deskCall(app, cookie, name, body, version);
  const written = async (machine: number | null, ...parts: PartFields[]): Promise<Part[]> => {
    const named = parts.map((part) => ({ id: randomUUID(), name: "Rear diff", ...part }));
    const { status, body } = await call("POST parts", { machine_number: machine, parts: named });
    expect([status, body]).toMatchObject([200, {}]);
    return body["parts"] as Part[];
  };
  return {
    cookie,
    call,
    /** A machine that stood there before; returns its number. */
    async machine(fields: object = {}): Promise<number> {
      const { body } = await call("POST machine", {
        make: "Honda",
        model: "TRX420FM",
        year: 2015,
        ...fields,
      });
      return (body["machine"] as { number: number }).number;
    },
    written,
    async part(number: number): Promise<Part> {
      return (await call(`GET part?number=${number}`)).body["part"] as Part;
    },
    /** Sends a photo of a part: by its number, or by the id that the phone gave it. */
    async photo(part: number | string, { id = randomUUID(), bytes }: { id?: string; bytes: Uint8Array }) {
      const body = new FormData();
      for (const [name, value] of Object.entries({ part: String(part), id })) body.set(name, value);
      body.set("photo", new Blob([new Uint8Array(bytes)]), "photo.jpg");
      const headers = { cookie };
      const response = await app.fetch("/functions/v1/part-photo", { method: "POST", headers, body });
      return { status: response.status, body: (await response.json()) as DeskResponse["body"] };
    },
    async list(query: string): Promise<number[]> {
      const { body } = await call(`GET stock?${query}`);
      return (body["parts"] as Part[]).map(({ number }) => number);
    },
  };
}
