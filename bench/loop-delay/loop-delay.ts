import { type DeskServer, startDesk } from "../desk/desk-server.ts";
import { type Bench, verdict } from "../measuring/bench.ts";
import { format, median } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { requireBuiltSite } from "../pages/built-site.ts";
import { longestTurnPath } from "./longest-turn.ts";
import { coldRequests, type Request, warmRequests } from "./requests.ts";

const barMs = 50;
const records = 100_000;
const rounds = 5;

export const loopDelay: Bench = {
  name: "loop-delay",
  title: `the longest that a request blocks the event loop at ${format(records)} records (bar: <= ${barMs} ms)`,
  run: () => withWorkbench(measure),
};

async function measure(bench: Workbench): Promise<boolean> {
  requireBuiltSite();
  const server = await startDesk(bench, records);
  const results: Result[] = [];
  for (const request of coldRequests()) results.push(await longestDelays(server, request, 1));
  for (const request of warmRequests(server)) {
    results.push(await longestDelays(server, request, rounds));
  }
  console.log(
    `quadkea_event_loop_delay_max_seconds on /metrics (10 ms are none), and the main thread's processor time in one turn; medians of ${rounds} rounds\n`,
  );
  printTable(
    ["request", "delay, ms", "highest", "processor, ms", "highest", "answered after, ms"],
    results.map(({ name, delays, turns, times }) => [
      name,
      ...[delays, turns].flatMap((values) => [format(median(values), 1), format(Math.max(...values), 1)]),
      format(median(times), 1),
    ]),
  );
  const longest = results.reduce((one, other) => (median(other.delays) > median(one.delays) ? other : one));
  const delay = median(longest.delays);
  return verdict(
    `longest delay: ${format(delay, 1)} ms, ${longest.name} (bar: <= ${barMs} ms)`,
    delay <= barMs,
  );
}

/** In milliseconds, one of each per round. */
interface Result {
  readonly name: string;
  readonly delays: readonly number[];
  readonly turns: readonly number[];
  readonly times: readonly number[];
}

async function longestDelays(server: DeskServer, { name, ask }: Request, times: number): Promise<Result> {
  const result = { name, delays: [] as number[], turns: [] as number[], times: [] as number[] };
  for (let round = 0; round < times; round += 1) {
    await longestTurn(server);
    await delayOnMetrics(server);
    const start = performance.now();
    await ask(server);
    result.times.push(performance.now() - start);
    result.delays.push(await delayOnMetrics(server));
    result.turns.push(await longestTurn(server));
  }
  return result;
}

/** The figure that operators watch, in milliseconds. Reading it resets it. */
async function delayOnMetrics({ port }: DeskServer): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const [, seconds = ""] = /^quadkea_event_loop_delay_max_seconds (\S+)/m.exec(text) ?? [];
  if (seconds === "") throw new Error("/metrics has no quadkea_event_loop_delay_max_seconds");
  return Number(seconds) * 1000;
}

async function longestTurn({ port }: DeskServer): Promise<number> {
  return Number(await (await fetch(`http://127.0.0.1:${port}${longestTurnPath}`)).text());
}
