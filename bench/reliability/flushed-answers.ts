import type { SystemCall } from "./system-calls.ts";

/** What happened on the disk between a request and its answer. Requests come one at a time. */
export interface FlushedAnswer {
  /** How often the log was flushed before the answer's first byte left. */
  readonly flushes: number;
  /** Something was written to the log, and all of it was flushed before the answer. */
  readonly isFlushed: boolean;
  /** The mail server had taken the mail before the log was last written. */
  readonly isAfterMail: boolean;
}

const isSend = ({ name, file }: SystemCall) =>
  /^(write|writev|sendto|sendmsg)$/.test(name) && /^(socket|TCP)/.test(file);
const isReceive = ({ name, file }: SystemCall) =>
  /^(read|recvfrom)$/.test(name) && /^(socket|TCP)/.test(file);
const isLog = ({ file }: SystemCall) => file.endsWith("-wal");
const isLogWrite = (call: SystemCall) => isLog(call) && call.name.startsWith("pwrite");
const isFlush = (call: SystemCall) => isLog(call) && call.name.endsWith("sync") && call.text.includes("= 0");

/** Every HTTP answer with that status, and whether it left after the log was on disk. */
export function flushedAnswers(calls: readonly SystemCall[], status: number): FlushedAnswer[] {
  const answers: FlushedAnswer[] = [];
  let since: SystemCall[] = [];
  for (const call of calls) {
    const answered = isSend(call) ? /HTTP\/1\.1 (\d+)/.exec(call.text)?.[1] : undefined;
    if (isReceive(call) && /"POST \//.test(call.text)) since = [];
    if (answered === String(status)) answers.push(judge(call.start, since));
    since.push(call);
  }
  return answers;
}

/** `250 OK: message queued`, of the mail server of the tests. */
const accepted = /250 OK: message queued/;

function judge(answeredAt: number, before: readonly SystemCall[]): FlushedAnswer {
  const written = Math.max(...before.filter(isLogWrite).map(({ end }) => end), 0);
  const flushes = before.filter((call) => isFlush(call) && call.end <= answeredAt);
  const taken = before.findLast((call) => isReceive(call) && accepted.test(call.text))?.end;
  return {
    flushes: flushes.length,
    isFlushed: written > 0 && flushes.some(({ start }) => start >= written),
    isAfterMail: taken !== undefined && written > taken,
  };
}
