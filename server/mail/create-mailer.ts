import type { Config } from "../config.ts";
import { fileMailer } from "./file-mailer.ts";
import type { Mailer } from "./mailer.ts";
import { smtpMailer } from "./smtp-mailer.ts";

export function createMailer(mail: Config["mail"]): Mailer {
  return mail.kind === "file" ? fileMailer(mail.folder) : smtpMailer(mail.url);
}
