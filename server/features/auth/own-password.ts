import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { deskEndpoints, deskMessages } from "#domain/desk-wire.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { passwordProblem } from "#server/platform/passwords/password-policy.ts";
import {
  hashingLanes,
  hashPassword,
  passwordMaxLength,
  verifyPassword,
} from "#server/platform/passwords/passwords.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import { clearLimit, countAgainst } from "#server/services/limits/limits.ts";
import type { Services } from "#server/services/services.ts";

import { makeDeviceToken } from "./login-limits.ts";
import { forStaffChoosingPassword, incomplete } from "./permissions.ts";
import { endSessionsOf, type SignedIn } from "./sessions.ts";
import { setDevice } from "./tokens.ts";

const windowMs = 15 * 60_000;
const checksAtMost = 10;

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(4096));
const passwordChange = v.object({ current: text, next: text });

export function ownPasswordRoute(server: FastifyInstance, services: Services): void {
  server.post(
    deskEndpoints.password,
    forStaffChoosingPassword(services, async (who, request, reply) => {
      const body = v.safeParse(passwordChange, request.body);
      if (!body.success) return refuse(request, reply, incomplete);
      const change = await changeOwnPassword(services, who, body.output);
      if (!change.ok) return refuse(request, reply, change.refusal);
      setDevice(reply, change.deviceToken);
      return { success: true };
    }),
  );
}

/** Guards against an unattended browser. Returns null, or a refusal with `field`. Throws `HashingQueueFull`. */
export async function ownPasswordProblem(
  context: AuditContext,
  user: UserRow,
  password: string,
  field: string,
): Promise<Refusal | null> {
  const { database, keys, now } = context;
  const limit = { name: keys.hash("limit", `own password ${user.id}`), most: checksAtMost, windowMs };
  return hashingLanes.staff.run(async () => {
    const wait = await database.write((tx) => countAgainst(tx, limit, now()));
    if (wait !== null) {
      return { status: 429, message: deskMessages.tooManyPasswords, retryAfterSeconds: wait, field };
    }
    const isRight =
      password.length <= passwordMaxLength && (await verifyPassword(password, user.password_hash));
    await database.write((tx) =>
      isRight
        ? clearLimit(tx, limit.name)
        : recordAudit(tx, context, { event: "own-password-refused", actor: user.id }),
    );
    return isRight ? null : { status: 403, message: "That is not your password", field };
  });
}

type PasswordChange =
  /** `deviceToken` keeps this browser known: tokens of the former password are no longer valid. */
  { readonly ok: true; readonly deviceToken: string } | { readonly ok: false; readonly refusal: Refusal };

/** Changes the password and signs the user out everywhere else. Throws `HashingQueueFull`. */
async function changeOwnPassword(
  context: AuditContext,
  who: SignedIn,
  { current, next }: { current: string; next: string },
): Promise<PasswordChange> {
  const { user } = who;
  const refusal =
    nextProblem(user, current, next) ?? (await ownPasswordProblem(context, user, current, "current"));
  if (refusal !== null) return { ok: false, refusal };
  const hash = await hashPassword(next);
  if (!(await replacePassword(context, who, hash))) return { ok: false, refusal: changedElsewhere };
  return { ok: true, deviceToken: makeDeviceToken(context, { id: user.id, password_hash: hash }) };
}

const changedElsewhere: Refusal = {
  status: 409,
  message: "Your password was changed elsewhere a moment ago. Sign in again",
};

function nextProblem({ email }: UserRow, current: string, next: string): Refusal | null {
  const problem = passwordProblem(next, email);
  if (problem !== null) return { status: 400, message: problem, field: "next" };
  if (next !== current) return null;
  return { status: 400, message: "The new password is the same as the current one", field: "next" };
}

/** Returns false if the password is no longer the one that was checked: a reset wins over a change in flight. */
function replacePassword(
  context: AuditContext,
  { user, sessionId }: SignedIn,
  hash: string,
): Promise<boolean> {
  const { database, now } = context;
  return database.write(async (tx) => {
    await database.lock(tx, `user ${user.id}`);
    const changed = await tx
      .updateTable("users")
      .set({ password_hash: hash, password_ends_at: null })
      .where("id", "=", user.id)
      .where("password_hash", "=", user.password_hash)
      .returning("id")
      .execute();
    if (changed.length === 0) return false;
    await endSessionsOf(tx, user.id, now(), sessionId);
    await recordAudit(tx, context, { event: "password-changed", actor: user.id, subject: user.id });
    return true;
  });
}
