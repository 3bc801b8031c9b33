import type { FastifyInstance } from "fastify";

import type { Services } from "#server/services/services.ts";

import { deskSettingRoutes } from "./deal/desk-setting-routes.ts";
import { orderRoutes } from "./orders/order-routes.ts";
import { quoteRoutes } from "./quotes/quote-routes.ts";

/** What staff do from request to parcel. */
export function dealRoutes(server: FastifyInstance, services: Services): void {
  quoteRoutes(server, services);
  orderRoutes(server, services);
  deskSettingRoutes(server, services);
}
