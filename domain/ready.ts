import { call } from "./call.ts";

export const readyPage = "/admin/settings/ready";

/** What owners do before they open (deals.md section 14), worked out from what is there. */
export interface ReadyLine {
  readonly id: "firm" | "gst" | "pay" | "mail-out" | "mail-in" | "freight" | "backups" | "second-owner";
  readonly done: boolean;
  readonly words: string;
  /** What customers see until then; null once it is done. */
  readonly meanwhile: string | null;
  /** Where to set it; null if the server's environment or a test decides. */
  readonly page: string | null;
}

/** A test to the owner's own address. */
export interface MailOutTest {
  readonly to: string;
  /** The class of the error; null if the mail was accepted. */
  readonly error: string | null;
}

/** The owner sends a mail with this code in its subject to that address. */
export interface MailInTest {
  readonly address: string;
  readonly code: string;
}

export const readyCalls = {
  ready: call<object, readonly ReadyLine[]>("GET", "/functions/v1/ready"),
  mailOut: call<object, MailOutTest>("POST", "/functions/v1/ready-mail-out"),
  mailIn: call<object, MailInTest>("POST", "/functions/v1/ready-mail-in"),
} as const;
