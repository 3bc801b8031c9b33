import type { FastifyInstance } from "fastify";

import { type Part, partLabel, partMachine, partNumber } from "#domain/stock/part.ts";
import { stockCalls } from "#domain/stock/stock-calls.ts";
import { partsMost } from "#domain/stock/stock-wire.ts";
import { forEveryRole } from "#server/features/auth/permissions.ts";
import { partsIn, readParts } from "#server/features/deals/parts/read-parts.ts";
import { qrCode } from "#server/features/deals/yard/label-page.ts";
import { sendPrinted } from "#server/features/deals/yard/printed-page.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { html, type Markup } from "#server/platform/http/html.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

/** With capitals only, so that the QR code is small: it leads to the part at the desk, behind sign-in. */
const partPath = "/P";

const noLabels: Refusal = { status: 422, message: "Choose the parts whose labels you want: ?numbers=12,13" };
const tooMany: Refusal = { status: 422, message: `At most ${partsMost} labels are printed at once` };

/** Labels of parts, 62 × 29 mm each, and what their codes open (deals.md section 12). */
export function partLabelRoutes(server: FastifyInstance, services: Services): void {
  server.get(
    stockCalls.labels.path,
    { config: { errorFormat: "page" } },
    forEveryRole(services, async (_, request, reply) => {
      const { numbers: asked = "" } = fieldsIn(request.query);
      const named = [
        ...new Set(
          String(asked)
            .split(",")
            .map((one) => one.trim()),
        ),
      ].filter(Boolean);
      if (named.length === 0) return refuse(request, reply, noLabels);
      if (named.length > partsMost) return refuse(request, reply, tooMany);
      const numbers = named.map(numberOf);
      const db = services.database.reader;
      const parts = await readParts(db, partsIn(db).where("number", "in", numbers));
      const found = numbers.map((number) => parts.find((part) => part.number === number));
      const unknown = named[found.indexOf(undefined)];
      if (unknown !== undefined)
        return refuse(request, reply, { status: 404, message: `There is no part ${unknown}` });
      const labels = found.flatMap((part) => part ?? []);
      const made = await Promise.all(labels.map((part) => label(part, services.mail.siteOrigin)));
      const body = html`<main>${made}</main>`;
      const title = labels.length === 1 ? `Part ${named.join()}` : `${labels.length} labels`;
      return sendPrinted(reply, { title, body, paper: "part" });
    }),
  );
  server.get<{ Params: { number: string } }>(`${partPath}/:number`, (request, reply) =>
    reply.redirect(`/admin/part/${numberOf(request.params.number)}`, 302),
  );
}

/** 0 for what no part can have. */
function numberOf(typed: string): number {
  return partNumber(/^\d/.test(typed) ? `P${typed}` : typed) ?? 0;
}

async function label(part: Part, siteOrigin: string): Promise<Markup> {
  const { number, name, grade, shelf, machine_number: machine } = part;
  // A host has no capitals, so it reads the same.
  const code = await qrCode(`${siteOrigin}${partPath}/${number}`.toUpperCase());
  const facts = [grade === null ? "" : `Grade ${grade}`, machine === null ? "" : `M-${machine}`];
  return html`<article>${code}<div><h1>${partLabel(number)}</h1><p><strong>${name}</strong></p>
<p>${partMachine(part)}</p><p>${facts.filter((fact) => fact !== "").join(" · ")}</p><p>${shelf}</p></div></article>
`;
}
