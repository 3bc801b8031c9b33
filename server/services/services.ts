import type { BusinessCalendar } from "#domain/business-calendar.ts";
import type { Notice } from "#domain/notice.ts";
import type { Config, Limits } from "#server/platform/config/config.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Counters } from "#server/platform/observability/metrics.ts";
import type { Secrets } from "#server/platform/secrets/installation-secrets.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

import type { Cards } from "./cards/cards.ts";
import type { DiskSpace } from "./disk/disk-space.ts";
import type { FirmWatch } from "./firm/stored-firm.ts";
import type { Inbox } from "./inbox/inbox.ts";
import type { ConnectionQueue } from "./mail/connection-queue.ts";
import type { MailHealth } from "./mail/mail-health.ts";
import type { MailSettings } from "./mail/mail.ts";
import type { Outbox } from "./mail/outbox.ts";
import type { CheckedPhotos } from "./photos/checked-photos.ts";
import type { PictureContext } from "./pictures/pictures.ts";
import type { Trial } from "./trial/trial.ts";

/** Resolves with null if there is nothing to report to that user. */
export type NoticeSource = (isOwner: boolean) => Promise<Notice | null>;

export interface Services {
  readonly production: boolean;
  readonly database: Database;
  readonly disk: DiskSpace;
  readonly trial: Trial;
  readonly secrets: Secrets;
  readonly keys: Keys;
  readonly linkKeys: Keys; // From LINK_SECRET: what they seal must be readable for years.
  readonly invoiceStart: number; // The number of the first invoice.
  readonly firmGiven: Config["firm"];
  readonly firmWatch: FirmWatch;
  readonly cards: Cards | null;
  readonly calendar: BusinessCalendar;
  readonly limits: Limits;
  readonly counters: Counters;
  readonly metricsToken: string | null;
  readonly mailHealth: MailHealth;
  readonly outbox: Outbox;
  readonly mail: MailSettings;
  readonly inbox: Inbox;
  readonly photos: CheckedPhotos;
  /** For what re-encodes pictures; `scratch` is the folder for what it reads. */
  readonly pictures: PictureContext & { readonly log: Log; readonly scratch: string };
  /** Notes what staff do next about a record, and by when. */
  readonly noteStep: (tx: Query, reference: string, at: Date) => Promise<void>;
  readonly undoMs: number; // How long a mail that staff send can be taken back.
  readonly mailConnections: ConnectionQueue;
  /** The CSS rule that holds the font for headings; null without built pages. */
  readonly signFont: string | null;
  /** The address of the photo page's script; null without built pages. */
  readonly photoScript: string | null;
  /** The address of the script that sends waiting photos from a deal's other pages; null without built pages. */
  readonly sendOnScript: string | null;
  readonly backsUp: boolean;
  readonly noticeSources: NoticeSource[];
  readonly now: () => Date;
  readonly sinceJumpMs: () => number; // How long `now` has gone on evenly.
}
