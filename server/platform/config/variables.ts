import { isIP } from "node:net";
import { resolve } from "node:path";

import * as v from "valibot";

import { addDays, isCalendarDate } from "#domain/calendar-date.ts";
import { accountProblem } from "#domain/deals/bank-account.ts";
import type { Closure } from "#domain/firm.ts";

// Messages continue the name of the variable: "PORT must be …".
const mustBe = (expected: string) => `must be ${expected}`;

const readBy = <Value>(read: (text: string) => Value | null, problem: string | ((text: string) => string)) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const value = read(dataset.value);
      if (value !== null) return value;
      addIssue({ message: typeof problem === "string" ? problem : problem(dataset.value) });
      return NEVER;
    }),
  );

export const optionalText = v.optional(v.string());

export const textLike = (form: RegExp, expected: string) =>
  v.pipe(v.string(), v.regex(form, mustBe(expected)));

export const secret = (minLength: number) =>
  v.optional(v.pipe(v.string(), v.minLength(minLength, `must have at least ${minLength} characters`)));

export const oneOf = (options: readonly string[]) => v.picklist(options, mustBe(options.join(", ")));

const numberFrom = (min: number, max: number) => {
  const isInRange = (text: string) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  const read = (text: string) => (isInRange(text) ? Number(text) : null);
  return readBy(read, mustBe(`a whole number from ${min} to ${max}`));
};

export const wholeNumber = (fallback: number, min: number, max: number) =>
  v.optional(numberFrom(min, max), String(fallback));

export const optionalNumber = (min: number, max: number) => v.optional(numberFrom(min, max));

export const mailbox = /^(?:[^<>@\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u;
export const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

export const origin = readBy((text) => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` ? url.origin : null;
}, mustBe("an origin such as https://www.example.co.nz, without a path"));

export const databaseUrl = readBy((text) => {
  if (/^sqlite:./.test(text)) return { engine: "sqlite", file: resolve(text.slice(7)) } as const;
  const isPostgres = /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text);
  return isPostgres ? ({ engine: "postgres", url: text } as const) : null;
}, mustBe("sqlite:<file> or postgres://user:password@host:port/database"));

/** Keeps the spelling that was typed. */
export const bankAccount = readBy(
  (text) => (accountProblem(text) === null ? text : null),
  (text) => accountProblem(text) ?? "",
);

export const mailUrl = readBy((text) => {
  if (/^file:./.test(text)) {
    return { kind: "file", folder: resolve(text.slice(5).replace(/^\/\/(?=\/)/, "")) } as const;
  }
  const url = URL.parse(text);
  const isSmtp = url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "" && isDecodable(url);
  return isSmtp ? ({ kind: "smtp", url } as const) : null;
}, mustBe("file:<folder> or smtp(s)://user:password@host:port"));

const imapPorts: Readonly<Record<string, number>> = { "imaps:": 993, "imap+starttls:": 143, "imap:": 143 };
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** A mailbox that customers answer to. `security`: the scheme without its colon. */
export const inboxUrl = readBy((text) => {
  if (/^folder:./.test(text)) return { kind: "folder", folder: resolve(text.slice(7)) } as const;
  const url = URL.parse(text);
  const port = imapPorts[url?.protocol ?? ""];
  if (url === null || port === undefined || url.hostname === "" || !isDecodable(url)) return null;
  const { hostname, protocol } = url;
  const [user, password, path] = [url.username, url.password, url.pathname.slice(1)].map(decodeURIComponent);
  if (!user || !password || (protocol === "imap:" && !loopback.test(hostname))) return null;
  const host = hostname.replaceAll(/[[\]]/g, "");
  const security = protocol.slice(0, -1) as "imaps" | "imap+starttls" | "imap";
  return {
    kind: "imap",
    host,
    port: Number(url.port) || port,
    security,
    user,
    password,
    path: path || "INBOX",
  } as const;
}, inboxProblem);

function inboxProblem(text: string): string {
  if (/^imap:/i.test(text))
    return "must begin with imaps: or imap+starttls:, unless the mail server is this machine: imap: would send the password in clear";
  return mustBe(
    "folder:<folder> or imaps://user:password@host/INBOX, with @ : / and % written as %40 %3A %2F %25",
  );
}

/** Reads the address of an S3 bucket. `prefix` is empty or ends with a slash. */
export const photosUrl = readBy((text) => {
  const url = URL.parse(text);
  const isPlain = url?.protocol === "s3+http:" && loopback.test(url.hostname);
  if (url === null || !(isPlain || url.protocol === "s3:") || url.hostname === "" || !isDecodable(url))
    return null;
  const [key, password, path] = [url.username, url.password, url.pathname].map(decodeURIComponent);
  const [, bucket = "", rest = ""] = /^\/([\w.-]+)(?:\/([\w./-]*))?$/.exec(path ?? "") ?? [];
  if (!key || !password || bucket === "") return null;
  const prefix = rest.replace(/\/*$/, "");
  return {
    kind: "s3",
    origin: `${isPlain ? "http" : "https"}://${url.host}`,
    bucket,
    prefix: prefix === "" ? "" : `${prefix}/`,
    region: url.searchParams.get("region") ?? "us-east-1",
    key,
    secret: password,
  } as const;
}, mustBe("s3://KEY:SECRET@host/bucket/prefix?region=…, with @ : / + and % in key and secret written as %40 %3A %2F %2B %25"));
export type PhotoBucket = v.InferOutput<typeof photosUrl>;

function isDecodable({ username, password, pathname }: URL): boolean {
  try {
    decodeURIComponent(username + password + pathname);
    return true;
  } catch {
    return false;
  }
}

export const proxies = readBy((text): readonly string[] | null => {
  const hops = partsOf(text, ",");
  return hops.every((hop) => hop === "loopback" || isNetwork(hop)) ? hops : null;
}, "must list addresses or CIDR ranges, or be loopback");

function isNetwork(text: string): boolean {
  const [address = "", bits = "0", ...rest] = text.split("/");
  const family = isIP(address);
  const isPrefix = /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
  return family > 0 && isPrefix && rest.length === 0;
}

/** `2026-12-24..2027-01-04:Summer break;2027-03-01:Stocktake`: days, the last one included, and a reason. */
export const closures = v.pipe(
  v.string(),
  v.transform((text) => partsOf(text, ";")),
  v.array(readBy(closureOf, closureProblem)),
);

const closureForm = /^(\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?:([^;\p{C}\p{Zl}\p{Zp}]{1,40})$/u;
const closureMaxDays = 366;

function closureOf(text: string): Closure | null {
  const [, from = "", to = from, label = ""] = closureForm.exec(text) ?? [];
  const words = label.trim();
  const isPeriod = isCalendarDate(from) && isCalendarDate(to) && from <= to;
  return isPeriod && to < addDays(from, closureMaxDays) && words !== "" ? { from, to, words } : null;
}

function closureProblem(text: string): string {
  const expected = "2026-12-24..2027-01-04:Summer break, or one date, at most a year and 40 characters";
  return `has "${text.slice(0, 60)}", which is not like ${expected}`;
}

function partsOf(text: string, separator: string): string[] {
  return text.split(separator).flatMap((part) => part.trim() || []);
}
