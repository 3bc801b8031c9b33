import { CircleAlert, MailWarning } from "lucide-react";
import { Link } from "react-router";

import { mailErrorText } from "#app/desk/ui/mail-error.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import type { Notice, Outage } from "#domain/notice.ts";
import { formatNzTime, nzDate } from "#domain/nz-time.ts";

import { ShopButton } from "./shop-button.tsx";

const severityColours = {
  danger: { box: "border-danger bg-danger-soft", text: "text-danger" },
  warn: { box: "border-warn bg-warn-soft", text: "text-warn" },
} as const;

interface InstallationNoticesProps {
  readonly notices: readonly Notice[];
  readonly isOwner: boolean;
  /** The table of a record whose mail failed; undefined if it is not known. */
  readonly failedIn: string | undefined;
}

/** Shows problems of the installation. Failed mails are about records: one line links to their list. */
export function InstallationNotices({ notices, isOwner, failedIn }: InstallationNoticesProps) {
  const failed = failedIn && `?tab=${failedIn}&show=mail-failed`;
  return notices.map(({ id, severity, title, words, page = id === "failed-mails" ? failed : undefined }) => (
    <div
      key={id}
      className={`${severityColours[severity].box} mb-3 flex gap-3 rounded-sm border-l-4 px-4 py-2.5 wrap-anywhere has-[>a]:mb-0 has-[>a]:items-center has-[>a]:gap-2 has-[>a]:px-2 has-[>a]:py-0`}
    >
      <CircleAlert aria-hidden className={`${severityColours[severity].text} mt-0.5 size-5 shrink-0`} />
      {page !== undefined ? (
        <Link
          to={page}
          title={words}
          className={`${severityColours[severity].text} text-link flex min-h-11 items-center text-sm font-semibold lg:min-h-8`}
        >
          {title}
        </Link>
      ) : (
        <div className="min-w-0">
          <strong className={`${severityColours[severity].text} block font-semibold`}>{title}</strong>
          <p className="text-sm">{words}</p>
          {id === "trial-elsewhere" && isOwner && <ShopButton />}
        </div>
      )}
    </div>
  ));
}

/** Shows how many visitors could not send because mail failed: nothing else on the desk does. */
export function OutageNotices({ outages, now }: { readonly outages: readonly Outage[]; readonly now: Date }) {
  if (outages.length === 0) return null;
  return (
    <ul aria-label="Mail failures of the last 24 hours" className="mb-3 grid gap-2">
      {outages.map((outage) => {
        const { title, details } = outageText(outage, now);
        return (
          <li
            key={outage.from}
            className="border-warn bg-warn-soft flex gap-3 rounded-sm border-l-4 px-4 py-2.5 wrap-anywhere"
          >
            <MailWarning aria-hidden className="text-warn mt-0.5 size-5 shrink-0" />
            <div className="min-w-0">
              <p className="font-semibold">{title}</p>
              <p className="text-ink-muted text-sm">{details.join(" ")}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

interface OutageText {
  readonly title: string;
  readonly details: readonly string[];
}

export function outageText(outage: Outage, now: Date): OutageText {
  const { failed, maybe_arrived: maybeArrived, errors } = outage;
  const visitors = Object.values(failed).reduce((sum, many) => sum + many, 0);
  const time = timeOf(outage, now);
  const details = [
    `${listForms(failed)}.`,
    ...(maybeArrived > 0 ? [`${count(maybeArrived, "mail")} may have arrived anyway: check the inbox.`] : []),
    reason(errors),
  ];
  return { title: `${count(visitors, "visitor")} could not send ${time}.`, details };
}

function timeOf({ from, to }: Outage, now: Date): string {
  const [start, end] = [new Date(from), new Date(to)];
  const [startTime, endTime] = [formatNzTime(start), formatNzTime(end)];
  const isToday = (instant: Date) => nzDate(instant) === nzDate(now);
  const ending = isToday(end) ? "" : " yesterday";
  if (startTime === endTime) return `at ${startTime}${ending}`;
  const between = isToday(end) && !isToday(start) ? "between yesterday" : "between";
  return `${between} ${startTime} and ${endTime}${ending}`;
}

function listForms(byForm: Readonly<Record<string, number>>): string {
  const forms = Object.entries(byForm).map(([name, many]) => {
    const title = submissionBy("name", name)?.title ?? name;
    return count(many, title.toLowerCase());
  });
  return new Intl.ListFormat("en-NZ").format(forms);
}

function reason(errors: readonly string[]): string {
  const reasons = errors.map(mailErrorText);
  return `Reason: ${[...new Set(reasons)].join(", ")}.`;
}

function count(many: number, what: string): string {
  return many === 1 ? `1 ${what}` : `${many} ${what}s`;
}
