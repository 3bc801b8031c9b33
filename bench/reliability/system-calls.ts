/** One system call of a traced process. Times are seconds; `end` is when it returned. */
export interface SystemCall {
  readonly name: string;
  /** The path, or kind, of what it worked on. */
  readonly file: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The tracer and how it must be called for `readTrace`. It traces as a grandchild, so that signals reach what it traces. */
export function tracer(output: string): string[] {
  const calls = "read,recvfrom,write,writev,sendto,sendmsg,pwrite64,pwritev,fsync,fdatasync";
  return ["strace", "-D", "-f", "-y", "-ttt", "-T", "-s", "48", "-e", `trace=${calls}`, "-o", output];
}

const started = /^(\d+) +(\d+\.\d+) (\w+)\(\d+<([^>]*)>(.*)$/;
const resumed = /^(\d+) +(\d+\.\d+) <\.\.\. (\w+) resumed>(.*)$/;
const duration = /<(\d+\.\d+)>$/;

/** Reads what strace wrote, in the order in which the calls began. */
export function readTrace(text: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const unfinished = new Map<string, number>();
  for (const line of text.split("\n")) {
    const begin = started.exec(line);
    if (begin !== null) {
      const [, pid = "", time = "", name = "", file = "", rest = ""] = begin;
      const start = Number(time);
      if (rest.endsWith("<unfinished ...>")) unfinished.set(`${pid} ${name}`, calls.length);
      calls.push({ name, file, text: rest, start, end: start + Number(duration.exec(rest)?.[1] ?? 0) });
      continue;
    }
    const [, pid = "", time = "", name = "", rest = ""] = resumed.exec(line) ?? [];
    const index = unfinished.get(`${pid} ${name}`);
    const call = index === undefined ? undefined : calls[index];
    if (index !== undefined && call !== undefined)
      calls[index] = { ...call, text: call.text + rest, end: Number(time) };
  }
  return calls;
}
