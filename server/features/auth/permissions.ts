import { deskMessages } from "#domain/desk-wire.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { isConfirmed } from "./confirmation.ts";
import { type AdminHandler, forAdmins } from "./signed-in.ts";

const ownersOnly: Refusal = { status: 403, message: deskMessages.ownersOnly };
const passwordRequired: Refusal = {
  status: 403,
  message: deskMessages.passwordRequired,
  passwordRequired: true,
};

/** A handler that only owners reach. Returns 403 to other staff, 401 to everybody else. */
export function forOwners(services: Services, handler: AdminHandler) {
  return forAdmins(services, (who, request, reply) =>
    who.user.owner_since === null ? refuse(request, reply, ownersOnly) : handler(who, request, reply),
  );
}

/**
 * A handler for dangerous actions. If the session's last sign-in or confirmation is older than ten minutes,
 * it returns 403 with `password_required`; the client sends the request again after `auth-confirm`.
 */
export function withRecentPassword(services: Services, handler: AdminHandler) {
  return forAdmins(services, confirmed(services, handler));
}

/** `forOwners` and `withRecentPassword` in one. */
export function forOwnersWithRecentPassword(services: Services, handler: AdminHandler) {
  return forOwners(services, confirmed(services, handler));
}

function confirmed(services: Services, handler: AdminHandler): AdminHandler {
  return async (who, request, reply) =>
    (await isConfirmed(services, who.sessionId))
      ? handler(who, request, reply)
      : refuse(request, reply, passwordRequired);
}
