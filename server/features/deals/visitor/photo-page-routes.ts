import type { FastifyInstance, FastifyReply } from "fastify";

import { dealPath } from "#domain/deals/mails.ts";
import { photosPath } from "#domain/deals/photos.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import { forVisitor, type Visit } from "./find-visit.ts";
import { missingDealPage, sendDocument } from "./pages/document.ts";
import { photoPage } from "./pages/photo-page.ts";
import { loadPhotoView } from "./photo-view.ts";

/** The page on which a visitor takes photos; what it sends goes to `server/features/deals/photos/`. */
export function photoPageRoutes(server: FastifyInstance, services: Services): void {
  const config = { errorFormat: "page" } as const;
  const serve = (visit: Visit) => servePhotoPage(services, visit);
  server.get(`${dealPath}/:ref/:key${photosPath}`, { config }, forVisitor(services, serve));
}

async function servePhotoPage(
  services: Services,
  { request, reply, reference, path }: Visit,
): Promise<FastifyReply> {
  const hasArrived = fieldsIn(request.query)["sent"] === "1";
  const view = await loadPhotoView(services, reference, { path, hasArrived });
  if (view === null) return sendDocument(services, reply, 404, missingDealPage);
  return sendDocument(services, reply, 200, photoPage(view));
}
