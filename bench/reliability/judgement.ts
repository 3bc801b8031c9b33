import type { StaffMail } from "./chaos-mail.ts";
import type { Visit } from "./visitors.ts";

/** Everything that is known when all is over. */
export interface Evidence {
  readonly visits: readonly Visit[];
  readonly records: readonly { readonly reference: string; readonly email: string }[];
  readonly staffMails: readonly StaffMail[];
  /** How often a server was killed while sending, by reference. */
  readonly cutOff: ReadonlyMap<string, number>;
  readonly forgotten: ReadonlySet<string>;
  readonly answers: ReadonlyMap<number, number>;
}

export interface Finding {
  readonly what: string;
  readonly bar: string;
  readonly found: string;
  readonly met: boolean;
}

/** Statuses that a visitor may get from a server that is killed over and over; 0: none came. */
const expectedAnswers = new Set([0, 200, 201, 303, 502, 503]);

/** Holds the evidence against the bars of the design. */
export function judge(evidence: Evidence): Finding[] {
  const { visits, records, forgotten, answers } = evidence;
  const submissions = visits.map((visit) => submissionOf(visit, evidence));
  const lost = submissions.filter(
    ({ visit, stored }) => ![...visit.acknowledged].every((reference) => stored.has(reference)),
  );
  const unmailed = submissions.filter(
    ({ stored, mailed }) => ![...stored].every((reference) => mailed.has(reference)),
  );
  const named = submissions.filter(
    ({ visit, mailed }) => new Set([...visit.acknowledged, ...mailed]).size > 1,
  );
  const strange = [...answers].filter(([status]) => !expectedAnswers.has(status));
  return [
    none("acknowledged submissions lost", lost.length),
    none("acknowledged, but not on disk when the server was killed", forgotten.size),
    none("records doubled", records.length - new Set(records.map(({ email }) => email)).size),
    none("records without an accepted mail", unmailed.length),
    none("submissions with two references", named.length),
    ...judgeMails(submissions),
    none("answers other than 200, 201, 303, 502, 503", sum(strange.map(([, many]) => many))),
  ];
}

/** What became of one visitor's submission. */
interface Submission {
  readonly visit: Visit;
  /** References of its records. */
  readonly stored: ReadonlySet<string>;
  /** References of its staff mails. */
  readonly mailed: ReadonlySet<string>;
  readonly mails: number;
  /** How often nobody could know whether a mail was taken: no reply came, or the sender was killed. */
  readonly unknowns: number;
}

function submissionOf(visit: Visit, { records, staffMails, cutOff }: Evidence): Submission {
  const mails = staffMails.filter(({ from }) => from === visit.email);
  const mailed = new Set(mails.map(({ reference }) => reference));
  const stored = new Set(
    records.filter(({ email }) => email === visit.email).map(({ reference }) => reference),
  );
  const killed = sum([...mailed].map((reference) => cutOff.get(reference) ?? 0));
  const unknowns = mails.filter(({ isConfirmed }) => !isConfirmed).length + killed;
  return { visit, stored, mailed, mails: mails.length, unknowns };
}

function judgeMails(submissions: readonly Submission[]): Finding[] {
  const accepted = submissions.filter(({ mails }) => mails > 0);
  const definite = accepted.filter(({ unknowns }) => unknowns === 0);
  const doubtful = accepted.filter(({ unknowns }) => unknowns > 0);
  const perSubmission = sum(definite.map(({ mails }) => mails)) / definite.length;
  const unknowns = sum(doubtful.map((one) => one.unknowns));
  const beyond = doubtful.map((one) => Math.max(0, one.mails - 1 - one.unknowns));
  return [
    none(
      "accepted in a definite outcome, without a record",
      definite.filter(({ stored }) => stored.size === 0).length,
    ),
    {
      what: `mails per accepted submission, ${definite.length} with definite outcomes`,
      bar: "1.000",
      found: perSubmission.toFixed(3),
      met: definite.every(({ mails }) => mails === 1),
    },
    none(
      `mails beyond one per unknown outcome, ${doubtful.length} submissions with ${unknowns}`,
      sum(beyond),
    ),
  ];
}

function none(what: string, found: number): Finding {
  return { what, bar: "0", found: String(found), met: found === 0 };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
