import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";

import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";

import { hashPassword, passwordMinLength } from "./auth/passwords.ts";
import { endSessionsOf } from "./auth/sessions.ts";
import { newUserRow, normalizeEmail, userByEmail } from "./auth/users.ts";
import { type Config, readConfig } from "./config.ts";
import type { Query } from "./database/database.ts";
import { openSqliteBeside } from "./database/sqlite.ts";
import type { Tables } from "./database/tables.ts";

const usage = `Manage the people who may sign in. The server may run meanwhile.

  npm run admin -- create <e-mail> [--name "Full Name"]
  npm run admin -- password <e-mail>
  npm run admin -- disable <e-mail>
  npm run admin -- enable <e-mail>
  npm run admin -- list

The password is asked for, or read from standard input where that is no terminal.`;

/** An answer for the person at the terminal; the command fails with it. */
class CommandFailed extends Error {}

await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { name: { type: "string" } },
    allowPositionals: true,
  });
  const [action = "", email = ""] = positionals;
  const config = readConfig(process.env);
  if (!config.ok) return fail(config.problems.join("\n"));
  const { queries, close } = connect(config.config.database);
  try {
    console.log(await run(queries, action, email, values.name ?? email));
  } catch (error) {
    fail(problemOf(error));
  } finally {
    await close();
  }
}

function run(db: Query, action: string, email: string, name: string): Promise<string> {
  if (action === "list") return list(db);
  if (!email.includes("@")) throw new CommandFailed(usage);
  if (action === "create") return create(db, email, name);
  if (action === "password") return changePassword(db, email);
  if (action === "disable") return setDisabled(db, email, true);
  if (action === "enable") return setDisabled(db, email, false);
  throw new CommandFailed(usage);
}

async function list(db: Query): Promise<string> {
  const users = await db
    .selectFrom("users")
    .select(["email", "full_name", "disabled_at"])
    .orderBy("email")
    .execute();
  const lines = users.map(
    (user) => `${user.email}  ${user.full_name}${user.disabled_at === null ? "" : "  (disabled)"}`,
  );
  return lines.length === 0 ? "No users yet." : lines.join("\n");
}

async function create(db: Query, email: string, fullName: string): Promise<string> {
  if ((await userByEmail(db, email)) !== undefined) throw new CommandFailed(`${email} exists already.`);
  const password = await readPassword();
  await db
    .insertInto("users")
    .values(await newUserRow({ email, fullName, password }, new Date()))
    .execute();
  return `${normalizeEmail(email)} may sign in now.`;
}

async function changePassword(db: Query, email: string): Promise<string> {
  const user = await existingUser(db, email);
  const passwordHash = await hashPassword(await readPassword());
  await db.transaction().execute(async (tx) => {
    await tx.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", user.id).execute();
    await endSessionsOf(tx, user.id, new Date());
  });
  return `${user.email} has a new password; open sessions have ended.`;
}

async function setDisabled(db: Query, email: string, disabled: boolean): Promise<string> {
  const user = await existingUser(db, email);
  const now = new Date();
  await db.transaction().execute(async (tx) => {
    if (disabled && !(await othersMaySignIn(tx, user.id))) {
      throw new CommandFailed(`${user.email} is the last one who may sign in: create another user first.`);
    }
    const change = { disabled_at: disabled ? now.toISOString() : null };
    await tx.updateTable("users").set(change).where("id", "=", user.id).execute();
    if (disabled) await endSessionsOf(tx, user.id, now);
  });
  return disabled ? `${user.email} may not sign in any more.` : `${user.email} may sign in again.`;
}

async function othersMaySignIn(tx: Query, id: string): Promise<boolean> {
  const others = tx.selectFrom("users").select("id").where("id", "<>", id).where("disabled_at", "is", null);
  return (await others.executeTakeFirst()) !== undefined;
}

async function existingUser(db: Query, email: string) {
  const user = await userByEmail(db, email);
  if (user === undefined) throw new CommandFailed(`Nobody here has the e-mail address ${email}.`);
  return user;
}

async function readPassword(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const question = process.stdin.isTTY ? `Password (at least ${passwordMinLength} characters, shown): ` : "";
  const password = await new Promise<string>((resolve) => {
    terminal.once("line", resolve);
    terminal.once("close", () => resolve(""));
    if (question !== "") process.stderr.write(question);
  });
  terminal.close();
  if ([...password].length >= passwordMinLength) return password;
  throw new CommandFailed(`A password needs at least ${passwordMinLength} characters.`);
}

function connect(database: Config["database"]): { queries: Query; close: () => Promise<void> } {
  if (database.engine === "sqlite") return openSqliteBeside(database.file);
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { queries, close: () => queries.destroy() };
}

function problemOf(error: unknown): string {
  if (error instanceof CommandFailed) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  if (/no such table|does not exist/.test(message))
    return "There is no database yet: run npm start once first.";
  return message;
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
