import type { FastifyInstance, FastifyRequest } from "fastify";

import { machineKind } from "#domain/catalogue/machine-kind.ts";
import type { Machine } from "#domain/deals/sale.ts";
import { stockCalls, type TakenPart, type Teardown } from "#domain/stock/stock-calls.ts";
import { teardownRows, withoutSide } from "#domain/stock/teardown.ts";
import { forEveryRole } from "#server/features/auth/permissions.ts";
import { type CallOutcome, refused } from "#server/features/deals/deal/change-deal.ts";
import { lastPrices } from "#server/features/deals/deal/price-memory.ts";
import { partsIn, readParts } from "#server/features/deals/parts/read-parts.ts";
import { photoIdOf } from "#server/features/deals/photos/keep-photo.ts";
import { photoRefusals, unlessUnable } from "#server/features/deals/photos/photo-refusal.ts";
import { machineForDesk } from "#server/features/deals/sales/sale-for-desk.ts";
import { findMachine } from "#server/features/deals/yard/read-yard.ts";
import type { Query } from "#server/platform/database/database.ts";
import { refuse } from "#server/platform/http/errors.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import { formType, streamBodies, withFormFile } from "#server/platform/http/streamed-body.ts";
import type { Services } from "#server/services/services.ts";

import { addPartPhoto, removePartPhoto } from "./part-photos.ts";
import { noMachine } from "./yard-machines.ts";

/** What is taken apart with a phone: the usual parts of a machine, and photos of its parts (deals.md section 12). */
export async function teardownRoutes(server: FastifyInstance, services: Services): Promise<void> {
  server.get(
    stockCalls.teardown.path,
    forEveryRole(services, async (_, request, reply) => {
      const number = Number(fieldsIn(request.query)["machine"]);
      const { database, now } = services;
      return database.snapshot(async (db) => {
        const isNumber = Number.isSafeInteger(number) && number <= 999_999_999;
        const machine = isNumber ? await findMachine(db, number) : null;
        return machine === null ? refuse(request, reply, noMachine) : readTeardown(db, machine, now());
      });
    }),
  );
  server.delete(
    stockCalls.partPhotoRemoval.path,
    forEveryRole(services, (_, request) => removePartPhoto(services, photoId(fieldsIn(request.query)["id"]))),
  );
  const receive = forEveryRole(services, ({ user }, request) => takePhoto(services, request, user.id));
  await streamBodies(server, formType, (forms) => forms.post(stockCalls.partPhoto.path, receive));
}

async function readTeardown(db: Query, machine: Machine, now: Date): Promise<Teardown> {
  const kind = machineKind(machine);
  const parts = await takenParts(db, machine.number);
  const usual = teardownRows(kind, parts);
  const names = usual.flatMap(({ name }) => [name, withoutSide(name)]);
  const prices = await lastPrices(db, machine, names);
  return {
    machine: { ...machineForDesk(machine, now), kind },
    rows: usual.map(({ part, ...row }) => ({
      ...row,
      part: part?.number ?? null,
      suggested_cents: prices.get(row.name) ?? prices.get(withoutSide(row.name)) ?? null,
    })),
    parts,
  };
}

async function takenParts(db: Query, machine: number): Promise<TakenPart[]> {
  const own = partsIn(db).where("machine_number", "=", machine).orderBy("number");
  const ids = new Map((await own.execute()).map(({ number, id }) => [number, id]));
  const parts = await readParts(db, own);
  return parts.map((part) => ({ ...part, id: ids.get(part.number) ?? "" }));
}

async function takePhoto(services: Services, request: FastifyRequest, userId: string): Promise<CallOutcome> {
  const outcome = await withFormFile(request.raw, "photo", async ({ fields, bytes }) => {
    const { part = "", id = "" } = fields;
    if (id === "")
      return refused({ status: 400, message: "id: give the photo one, so that it is kept once" });
    return unlessUnable(services, async () => {
      services.disk.requireRoom();
      return addPartPhoto(services, { id: photoId(id), part, userId }, bytes);
    });
  });
  return outcome ?? { refusal: photoRefusals.empty };
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The id names files: what is no UUID becomes one. */
function photoId(sent: unknown): string {
  const id = String(sent).toLowerCase();
  return uuid.test(id) ? id : photoIdOf(`part photo ${id}`);
}
