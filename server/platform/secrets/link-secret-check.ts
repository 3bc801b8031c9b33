import type { CommandDatabase } from "#server/platform/database/database.ts";

import type { Keys } from "./keyed-hash.ts";

/** The links that customers have, and the buyers on invoices, were made with another secret. */
export class OtherSecret extends Error {
  override readonly name = "OtherSecret";
}

const name = "LINK_SECRET";

/**
 * Compares LINK_SECRET with its fingerprint in the database, which the first start stores. Throws `OtherSecret`.
 * SESSION_SECRET has none: it may be changed (docs/operate.md).
 */
export async function checkLinkSecret(
  database: Pick<CommandDatabase, "reader" | "write">,
  linkKeys: Keys,
): Promise<void> {
  const fingerprint = linkKeys.hash("fingerprint", name);
  const read = () =>
    database.reader
      .selectFrom("secret_fingerprints")
      .select("fingerprint")
      .where("name", "=", name)
      .executeTakeFirst();
  if ((await read()) === undefined) {
    await database.write((tx) =>
      tx
        .insertInto("secret_fingerprints")
        .values({ name, fingerprint })
        .onConflict((known) => known.doNothing())
        .execute(),
    );
  }
  if ((await read())?.fingerprint === fingerprint) return;
  throw new OtherSecret(
    "LINK_SECRET is not the one this database was made with: the links that customers have would not open, and buyers on invoices could not be read. Put the old secret back: in the environment, or as secrets.json of the old DATA_DIR or of a backup. If it is lost or has leaked, accept the new one: npm run admin -- accept-link-secret",
  );
}

/** The next start stores the fingerprint of the secret that it finds. */
export async function forgetLinkSecret(database: Pick<CommandDatabase, "write">): Promise<void> {
  await database.write((tx) => tx.deleteFrom("secret_fingerprints").where("name", "=", name).execute());
}
