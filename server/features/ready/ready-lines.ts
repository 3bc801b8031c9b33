import { exampleFacts, type FirmFacts, firm, payTo } from "#domain/firm.ts";
import { firmFactLabels } from "#domain/firm/fact-labels.ts";
import type { Notice } from "#domain/notice.ts";
import { type ReadyLine, readyPage } from "#domain/ready.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Query } from "#server/platform/database/database.ts";
import { readMailTests } from "#server/services/mail/mail-tests.ts";
import { bareAddress, isSameMailbox } from "#server/services/mail/mail.ts";
import type { Services } from "#server/services/services.ts";

export interface ReadyContext extends Pick<Services, "database" | "mail"> {
  readonly config: Config;
}

/** For owners, until everything is done. */
export async function readyNotice(context: ReadyContext): Promise<Notice | null> {
  const left = (await readyLines(context)).filter(({ done }) => !done).length;
  if (left === 0) return null;
  const title = left === 1 ? "1 thing to do before you open" : `${left} things to do before you open`;
  const words = "Settings, Ready to open?";
  return { id: "ready", severity: "warn", title, words, page: readyPage };
}

/** Says what is done before the shop opens, what is not first. */
export async function readyLines(context: ReadyContext): Promise<ReadyLine[]> {
  const { reader } = context.database;
  const mails = await mailRows(context);
  const isSaved = await isFreightSaved(reader);
  const rows = [...firmRows(context.config), ...mails, freightRow(isSaved), backupsRow(context.config)];
  return [...rows, ownersRow(await isOpenToAnother(reader))]
    .map(({ id, done, yes, no, meanwhile, page = null }) =>
      done ? { id, done, words: yes, meanwhile: null, page } : { id, done, words: no, meanwhile, page },
    )
    .toSorted((one, other) => Number(one.done) - Number(other.done));
}

/** A line in both its wordings. */
interface Row extends Pick<ReadyLine, "id" | "done"> {
  readonly yes: string;
  readonly no: string;
  readonly meanwhile: string;
  readonly page?: string;
}

const stopped = "Customers get no quote and no offer: the server sends none that names an example.";

function firmRows({ cards, production }: Config): Row[] {
  const page = "/admin/settings/firm";
  const isExample = (name: keyof FirmFacts) => firm[name] === exampleFacts[name];
  const open = (["legal_name", "phone", "email", "street"] as const).filter(isExample);
  // Somebody's shop may have the example's name.
  const all = open.length > 0 && isExample("trading_name") ? (["trading_name", ...open] as const) : open;
  const isStopped = production && (isExample("legal_name") || isExample("street"));
  const ways = [
    ...(payTo() === null ? [] : ["to your bank account"]),
    ...(cards === null ? [] : ["by card"]),
  ];
  return [
    {
      id: "firm",
      done: open.length === 0,
      yes: "Name, phone, e-mail and address are your own",
      no: `Write your own: ${all.map((name) => firmFactLabels[name].toLowerCase()).join(", ")}`,
      meanwhile: `${isStopped ? `${stopped} ` : ""}The site says ${all.map((name) => firm[name]).join(", ")}.`,
      page,
    },
    {
      id: "gst",
      done: !isExample("gst_number"),
      yes: `GST number ${firm.gst_number}`,
      no: "Write your GST number",
      meanwhile: production ? stopped : `Quotes and invoices say GST number ${firm.gst_number}.`,
      page,
    },
    {
      id: "pay",
      done: ways.length > 0,
      yes: `Customers can pay ${ways.join(" and ")}`,
      no: "Write the bank account that customers pay to, or take cards",
      meanwhile:
        "Customers cannot see where to pay. They read: “We will send you the payment details by text message, or ring you”.",
      page: `${page}/account`,
    },
  ];
}

export const toFolder =
  "No mail leaves this server: every mail goes into a folder. Whoever runs it sets MAIL_URL and restarts it";

/** A test counts for what it has shown: mail from this address by this mail server, or to this inbox. */
async function mailRows({ config, database, mail }: ReadyContext): Promise<Row[]> {
  const { "mail-out": sent, "mail-in": received } = await readMailTests(database.reader);
  const isLost = config.production && config.mail.kind !== "smtp";
  const isSent = sent?.from === bareAddress(mail.from) && sent.server === mailServer(config);
  const { replyTo } = mail;
  return [
    {
      id: "mail-out",
      done: isSent && !isLost,
      yes: "Mail goes out: a test was accepted",
      no: isLost ? toFolder : "Send a test mail to yourself",
      meanwhile: isLost
        ? "Customers read that their mail was sent, and get no receipt, no quote and no invoice."
        : "Customers may get no receipt, no quote and no invoice: nobody has tried.",
    },
    {
      id: "mail-in",
      done: typeof received?.came_at === "string" && isSameMailbox(received.address, replyTo),
      yes: `Answers come in: a test to ${replyTo} has arrived here`,
      no: `Send a test mail to ${replyTo}`,
      meanwhile: "Every mail says “reply to this e-mail”. Nobody knows whether such an answer reaches you.",
    },
  ];
}

/** Names the mail server that a test is about. */
export function mailServer({ mail }: Config): string {
  return mail.kind === "smtp" ? mail.url.host : "folder";
}

const freightRow = (done: boolean): Row => ({
  id: "freight",
  done,
  yes: "The freight table is saved",
  no: "Look through the freight table, and save it",
  meanwhile: "Customers are quoted freight from a made-up table: you may pay the difference.",
  page: "/admin/settings/quotes",
});

function backupsRow({ backup, database }: Config): Row {
  const isOurs = database.engine === "sqlite";
  return {
    id: "backups",
    done: !isOurs || (backup.folder !== null && backup.key !== null),
    yes: isOurs
      ? "Backups are taken every night, encrypted"
      : "Backups: whoever runs PostgreSQL takes them. Ask when the last one was tried",
    no: "Have backups taken: whoever runs the server sets BACKUP_DIR and BACKUP_KEY",
    meanwhile:
      "If this machine is lost, so is every quote, order and payment, and customers’ links open nothing.",
  };
}

const ownersRow = (done: boolean): Row => ({
  id: "second-owner",
  done,
  yes: "A second owner, or recovery codes, can let you in",
  no: "Make a second owner, or set up two-step sign-in with its recovery codes",
  meanwhile: "If you lose your password, customers wait until whoever runs the server lets you in.",
  page: "/admin/settings/users",
});

async function isFreightSaved(db: Query): Promise<boolean> {
  const row = db.selectFrom("desk_settings").select("name").where("name", "=", "freight");
  return (await row.executeTakeFirst()) !== undefined;
}

/** Two owners who have chosen their password, or one with recovery codes left. */
async function isOpenToAnother(db: Query): Promise<boolean> {
  const owners = await db
    .selectFrom("users")
    .leftJoin("recovery_codes", "recovery_codes.user_id", "users.id")
    .select(["users.id", "recovery_codes.user_id"])
    .where("desk_role", "=", "owner")
    .where("disabled_at", "is", null)
    .where("password_hash", "<>", "")
    .where("password_ends_at", "is", null)
    .distinct()
    .execute();
  return owners.length > 1 || owners.some(({ user_id: withCodes }) => withCodes !== null);
}
