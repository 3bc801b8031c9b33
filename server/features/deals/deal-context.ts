import type { Services } from "#server/services/services.ts";

export type DealContext = Pick<
  Services,
  "database" | "calendar" | "mail" | "undoMs" | "deals" | "secrets" | "linkKeys" | "keys" | "now" | "signFont"
>;
