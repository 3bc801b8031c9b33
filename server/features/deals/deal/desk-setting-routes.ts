import type { FastifyInstance, FastifyRequest } from "fastify";
import * as v from "valibot";

import { dealEndpoints, deskSettingRequest } from "#domain/deals/deal-wire.ts";
import { type DeskSettingName, deskSettings, isDeskSettingName } from "#domain/deals/desk-settings.ts";
import { forOwners, forStaff } from "#server/features/auth/permissions.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { versionOf } from "#server/platform/http/if-match.ts";
import type { Services } from "#server/services/services.ts";

import { changeDeskSetting, readDeskSetting } from "./desk-settings.ts";

const noSetting: Refusal = { status: 404, message: "There is no such setting" };
const stale: Refusal = {
  status: 412,
  message: "Somebody has changed this setting since you opened it. Nothing was overwritten: look at it first",
};

/** Freight table, carriers, line templates and reasons to decline. All staff read them, owners change them. */
export function deskSettingRoutes(server: FastifyInstance, services: Services): void {
  const url = `${dealEndpoints.settings}/:name`;
  server.get(
    url,
    forStaff(services, async (_, request, reply) => {
      const name = nameIn(request);
      return name === null
        ? refuse(request, reply, noSetting)
        : readDeskSetting(services.database.reader, name);
    }),
  );
  server.put(
    url,
    forOwners(services, async ({ user }, request, reply) => {
      const name = nameIn(request);
      if (name === null) return refuse(request, reply, noSetting);
      const wanted = readSetting(name, request);
      if ("status" in wanted) return refuse(request, reply, wanted);
      const version = await changeDeskSetting(services, { name, userId: user.id, ...wanted });
      return version === null ? refuse(request, reply, stale) : { version, value: wanted.value };
    }),
  );
}

function nameIn(request: FastifyRequest): DeskSettingName | null {
  const { name } = v.parse(v.looseObject({ name: v.unknown() }), request.params);
  return isDeskSettingName(name) ? name : null;
}

function readSetting(
  name: DeskSettingName,
  request: FastifyRequest,
): { readonly value: unknown; readonly version: number | null } | Refusal {
  const seen = versionOf(request);
  if (seen === "unreadable")
    return { status: 400, message: 'If-Match must be a version in quotes, such as "2"' };
  const body = v.safeParse(deskSettingRequest, request.body);
  if (!body.success) return { status: 400, message: "The body must be one JSON object" };
  const value = v.safeParse(deskSettings[name], body.output.value);
  if (value.success) return { value: value.output, version: seen ?? body.output.version };
  const [issue] = value.issues;
  return { status: 400, message: `${v.getDotPath(issue) ?? "value"}: ${issue.message}` };
}
