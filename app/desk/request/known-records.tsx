import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { listRecords } from "#app/desk/api/records.ts";
import { deskSummary } from "#app/desk/record-parts/desk-summary.ts";
import { StatusBadge } from "#app/desk/record-parts/record-marks.tsx";
import { recordAge } from "#domain/due-words.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { phoneNumbers } from "#domain/phone-numbers.ts";
import { valueInRole } from "#domain/submission-values.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";
import { isPlainAddress } from "#domain/text-fields.ts";

interface KnownRecordsProps {
  readonly phone: string;
  readonly email: string;
  readonly userId: string;
}

interface Known {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
}

const mostOfForm = 4;
const pauseMs = 250;

/** The newest records with the typed number or address, whatever name they have. Nothing is merged. */
export function KnownRecords({ phone, email, userId }: KnownRecordsProps) {
  const [number = ""] = phoneNumbers(phone);
  const address = isPlainAddress(email.trim()) ? email.trim().toLowerCase() : "";
  const { data: known = [] } = useQuery({
    queryKey: ["page", "known-records", number, address],
    enabled: number !== "" || address !== "",
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      signal.throwIfAborted();
      const found = [number, address].filter((text) => text !== "").map((text) => recordsWith(text, userId));
      return uniqueOf((await Promise.all(found)).flat());
    },
  });
  if (known.length === 0 || (number === "" && address === "")) return null;
  return (
    <section
      aria-live="polite"
      className="border-info bg-info-soft/60 rounded-sm border-l-4 px-3 py-2 text-sm"
    >
      <h3 className="font-semibold">Records with this number or address</h3>
      <ul>
        {known.map(({ submission, record }) => (
          <li key={record.ref_number} className="flex flex-wrap items-center gap-x-2 py-0.5">
            <a
              href={`/admin?record=${record.ref_number}`}
              target="_blank"
              rel="noreferrer"
              className="text-link inline-flex min-h-11 items-center lg:min-h-6"
            >
              {deskSummary(submission, record).join(", ")}
            </a>
            <bdi className="font-semibold">{valueInRole(submission, record, "person")}</bdi>
            <span className="text-ink-muted">{recordAge(new Date(record.created_at), new Date())}</span>
            <StatusBadge status={record.status} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The search finds words that begin so: only records with this very number or address count. */
async function recordsWith(text: string, userId: string): Promise<Known[]> {
  const context = { userId, now: new Date() };
  const lists = submissions.map(async (submission): Promise<Known[]> => {
    const list = { table: submission.table, filter: "all", order: "newest", query: text } as const;
    const { records } = await listRecords(list, context, { limit: mostOfForm });
    return records.filter((record) => isOf(record, text)).map((record) => ({ submission, record }));
  });
  return (await Promise.all(lists)).flat();
}

function isOf({ phone, email }: SubmissionRecord, text: string): boolean {
  return phoneNumbers(String(phone ?? "")).includes(text) || String(email ?? "").toLowerCase() === text;
}

function uniqueOf(known: readonly Known[]): Known[] {
  const byReference = new Map(known.map((one) => [one.record.ref_number, one]));
  return [...byReference.values()].toSorted((a, b) => b.record.created_at.localeCompare(a.record.created_at));
}
