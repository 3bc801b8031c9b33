import MailComposer from "nodemailer/lib/mail-composer";

/** Where mail goes and who it is from, fixed by configuration. */
export interface MailSettings {
  /** `Name <address>` or an address. */
  readonly from: string;
  readonly to: string;
  readonly siteOrigin: string;
}

/** A finished message: what is said in the SMTP envelope, and the bytes of RFC 5322. */
export interface Mail {
  /** Part of the file name where mail goes into a folder. */
  readonly name: string;
  readonly envelope: { readonly from: string; readonly to: string };
  readonly source: Buffer;
}

export interface MailText {
  readonly name: string;
  readonly to: string;
  /** One validated address, or none. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The bare address of `Name <address>`. */
function bareAddress(mailbox: string): string {
  return /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox.trim();
}

/**
 * Builds the message. Addresses are handed over as objects, never as lists to be parsed, and the same
 * `name` gives the same Message-ID, so that a repeated send can be recognised.
 */
export async function composeMail(settings: MailSettings, mail: MailText): Promise<Mail> {
  const from = bareAddress(settings.from);
  const to = bareAddress(mail.to);
  const composer = new MailComposer({
    from: { name: settings.from.replace(/\s*<[^<>]*>\s*$/, "").replace(/^[^<]*@[^<]*$/, ""), address: from },
    to: { name: "", address: to },
    ...(mail.replyTo === undefined ? {} : { replyTo: { name: "", address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { ...mail.headers },
    messageId: `<${mail.name}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { name: mail.name, envelope: { from, to }, source: await composer.compile().build() };
}
