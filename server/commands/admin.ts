import { createInterface } from "node:readline";
import { Writable } from "node:stream";

import { passwordMinLength } from "#domain/accounts.ts";
import { type DeskRole, deskRoleNames } from "#domain/desk-roles.ts";
import { setPassword } from "#server/features/auth/set-password.ts";
import { endTwoStep } from "#server/features/auth/two-step.ts";
import { listAccounts, newUserRow, setDisabled, setRole, userByEmail } from "#server/features/auth/users.ts";
import { oldStrays, removeStrays } from "#server/features/deals/photos/photo-removals.ts";
import { hashPassword, passwordProblem } from "#server/platform/passwords/passwords.ts";
import { forgetLinkSecret } from "#server/platform/secrets/installation-secrets.ts";
import { recordAudit } from "#server/services/audit/audit-log.ts";
import { photoFileName } from "#server/services/photos/photo-store.ts";
import { makeShopHere } from "#server/services/trial/trial.ts";

import { type CommandContext, CommandFailed, runCommand, withDatabase } from "./run-command.ts";

const usage = `Manage the people who may sign in. The server may be running.

  npm run admin -- create <e-mail> [--name "Full Name"]
  npm run admin -- role <e-mail> owner|staff|yard      what they may do: docs/permissions.md
  npm run admin -- password <e-mail>
  npm run admin -- two-step-off <e-mail>     for a lost phone
  npm run admin -- disable <e-mail>
  npm run admin -- enable <e-mail>
  npm run admin -- grant-owner <e-mail>      as role owner; revoke-owner as role staff
  npm run admin -- list
  npm run admin -- this-is-the-shop          a copy of the database on PostgreSQL is the shop now: all servers on it work
  npm run admin -- stray-photos [remove]     photos that belong to no record for a week; remove has the server remove them
  npm run admin -- accept-link-secret        the next start takes LINK_SECRET as it is, though it is another one

The password is asked for, or read from standard input if that is no terminal.`;

const actor = "command-line";

await runCommand(usage, { name: { type: "string" } }, async ({ config, words, values }) => {
  const [action = "", email = "", role] = words;
  const work = action === "role" ? roleOf(email, role) : actionOf(action, email, values.name ?? email);
  if (work === null) throw new CommandFailed(usage);
  return withDatabase(config, work);
});

type AdminCommand = (context: CommandContext) => Promise<string>;

function actionOf(action: string, email: string, name: string): AdminCommand | null {
  if (action === "list") return list;
  if (action === "stray-photos") return email === "remove" ? removeStrayPhotos : listStrayPhotos;
  if (action === "accept-link-secret") return acceptLinkSecret;
  if (action === "this-is-the-shop") return becomeShop;
  if (!email.includes("@")) return null;
  const disable = (isSet: boolean, done: string): AdminCommand => {
    return (context) => changeUser(context, email, (id) => setDisabled(context, actor, id, isSet), done);
  };
  const actions: Readonly<Record<string, AdminCommand>> = {
    create: (context) => create(context, email, name),
    password: (context) => changePassword(context, email),
    "two-step-off": (context) => twoStepOff(context, email),
    disable: disable(true, "may not sign in any more"),
    enable: disable(false, "may sign in again"),
    "grant-owner": giveRole(email, "owner", "is an owner"),
    "revoke-owner": giveRole(email, "staff", "is not an owner"),
  };
  return actions[action] ?? null;
}

function roleOf(email: string, named: string | undefined): AdminCommand | null {
  const role = deskRoleNames.find((name) => name === named);
  if (role === undefined || !email.includes("@")) return null;
  return giveRole(email, role, `has the role ${role}`);
}

function giveRole(email: string, role: DeskRole, done: string): AdminCommand {
  return (context) => changeUser(context, email, (id) => setRole(context, actor, id, role), done);
}

async function acceptLinkSecret({ database }: CommandContext): Promise<string> {
  await forgetLinkSecret(database);
  return "The next start takes LINK_SECRET as it is. Links that customers have had until now don't open any more.";
}

async function becomeShop(context: CommandContext): Promise<string> {
  const { database } = context;
  if (database.engine === "sqlite")
    return "A SQLite database is the shop wherever it is. Only TRIAL=on makes a trial of it.";
  await database.write(async (tx) => {
    await makeShopHere(tx);
    await recordAudit(tx, context, { event: "shop-moved", actor });
  });
  return "This database is the shop now: servers on it that are running work from now on. One with TRIAL=on stays a trial.";
}

async function listStrayPhotos({ database, now }: CommandContext): Promise<string> {
  const ids = await oldStrays(database.reader, now());
  return ids.length === 0 ? "None." : ids.map((id) => photoFileName(id, "large")).join("\n");
}

async function removeStrayPhotos(context: CommandContext): Promise<string> {
  return `Photos that the server removes within a minute: ${await removeStrays(context)}`;
}

async function list({ database }: CommandContext): Promise<string> {
  const accounts = await listAccounts(database.reader);
  const lines = accounts.map(({ email, full_name: name, role, has_two_step, disabled_at }) => {
    const notes = [
      role === "staff" ? "" : `(${role})`,
      has_two_step ? "(two-step sign-in)" : "",
      disabled_at === null ? "" : "(disabled)",
    ];
    return [email, name, ...notes].filter((word) => word !== "").join("  ");
  });
  return lines.length === 0 ? "No users yet." : lines.join("\n");
}

async function create(context: CommandContext, email: string, fullName: string): Promise<string> {
  const { database, now } = context;
  if ((await userByEmail(database.reader, email)) !== undefined) {
    throw new CommandFailed(`${email} exists already.`);
  }
  const user = await newUserRow({ email, fullName, password: await readPassword(email) }, now());
  await database.write(async (tx) => {
    await tx.insertInto("users").values(user).execute();
    await recordAudit(tx, context, { event: "user-added", actor, subject: user.id });
  });
  return `${user.email} may sign in now.`;
}

async function changePassword(context: CommandContext, email: string): Promise<string> {
  const user = await existingUser(context, email);
  const hash = await hashPassword(await readPassword(email));
  const isSet = await context.database.write((tx) => setPassword(tx, context, user, { hash, actor }));
  if (!isSet) throw new CommandFailed(`The password of ${email} was changed meanwhile. Try again.`);
  return `${email} has a new password; open sessions have ended.`;
}

async function twoStepOff(context: CommandContext, email: string): Promise<string> {
  const { id } = await existingUser(context, email);
  const wasOn = await context.database.write((tx) => endTwoStep(tx, context, actor, id));
  return wasOn ? `${email} signs in with the password alone now.` : `${email} has no two-step sign-in.`;
}

async function changeUser(
  context: CommandContext,
  email: string,
  set: (id: string) => ReturnType<typeof setRole>,
  done: string,
): Promise<string> {
  const { id } = await existingUser(context, email);
  const outcome = await set(id);
  if ("refusal" in outcome) throw new CommandFailed(`${email}: ${outcome.refusal.message}.`);
  return `${email} ${done}.`;
}

async function existingUser({ database }: CommandContext, email: string) {
  const user = await userByEmail(database.reader, email);
  if (user === undefined) throw new CommandFailed(`Nobody here has the e-mail address ${email}.`);
  return user;
}

async function readPassword(email: string): Promise<string> {
  const password = await readSecretLine(`Password (at least ${passwordMinLength} characters, not shown): `);
  const problem = passwordProblem(password, email);
  if (problem !== null) throw new CommandFailed(`${problem}.`);
  return password;
}

/** Asks for a line without showing it while it is typed, or reads one from standard input. */
async function readSecretLine(question: string): Promise<string> {
  const { stdin, stderr } = process;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY });
  if (stdin.isTTY) stderr.write(question);
  const line = await new Promise<string>((resolve) => {
    terminal.once("line", resolve);
    terminal.once("close", () => resolve(""));
  });
  terminal.close();
  if (stdin.isTTY) stderr.write("\n");
  return line;
}
