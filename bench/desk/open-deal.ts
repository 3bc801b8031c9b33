import { dealCosts } from "../footprint/deal-costs.ts";
import { formerCheckout } from "../footprint/former.ts";
import { verdict } from "../measuring/bench.ts";
import { Candidate, today } from "../measuring/candidate.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import type { Workbench } from "../measuring/workbench.ts";
import { runLoad } from "../submissions/run-load.ts";

const bar = 1.1;
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 9);
const submissions = 300;

/** What it costs to open a record with a deal, in this build and in the former one in turn. */
export async function compareRecords(bench: Workbench): Promise<boolean> {
  const opener = async (name: string, checkout: string) => {
    const server = await new Candidate(bench, name, checkout).start("open");
    const { anonKey } = await (await fetch(`${server.origin}/config.json`)).json();
    // Not the demo's: its records differ from run to run.
    await runLoad(bench, { port: server.port, anonKey, first: 0, count: submissions });
    return (await dealCosts(server)).record;
  };
  const both = { former: await opener("former", formerCheckout()), today: await opener("today", today) };
  await alternate(both, 2);
  const samples = await alternate(both, rounds);
  const [former, now] = [median(samples.former) / 1000, median(samples.today) / 1000];
  printTable(
    ["opening a record with a deal", "processor ms"],
    [
      ["former build", format(former, 2)],
      ["today", format(now, 2)],
    ],
  );
  const ratio = now / former;
  return verdict(
    `opening a record with a deal: ${format(ratio, 2)} of the former build (bar: <= ${bar})`,
    ratio <= bar,
  );
}
