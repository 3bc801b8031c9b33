import { deals } from "./deals/deals.ts";
import { desk } from "./desk/desk.ts";
import { footprint } from "./footprint/footprint.ts";
import { inbox } from "./inbox/inbox.ts";
import { lighthouse } from "./lighthouse/lighthouse.ts";
import { type Bench, Missing } from "./measuring/bench.ts";
import { describeMachine } from "./measuring/machine.ts";
import { money } from "./money/money.ts";
import { pages } from "./pages/pages.ts";
import { photosBench } from "./photos/photos.ts";
import { reliability } from "./reliability/reliability.ts";
import { stockBench } from "./stock/stock.ts";
import { submissions } from "./submissions/submissions.ts";

/** `npm run bench -- [name]`: one, or all that need no name. Exit code 0: bars met; 1: missed; 2: something to install. */
const measurements: readonly Bench[] = [pages, submissions, desk, deals, lighthouse];
const benches = [...measurements, money, photosBench, stockBench, inbox, reliability, footprint];

const wanted = process.argv.slice(2);
const chosen = wanted.length === 0 ? measurements : benches.filter((bench) => wanted.includes(bench.name));
if (chosen.length < wanted.length) {
  console.error(`Usage: npm run bench -- [${benches.map((bench) => bench.name).join("|")}]`);
  process.exit(2);
}

// Leaving in the ordinary way stops what the benches have started.
process.on("SIGINT", () => process.exit(130)).on("SIGTERM", () => process.exit(143));

// Debian keeps nginx where only root looks for programs.
process.env["PATH"] = `${process.env["PATH"] ?? ""}:/usr/sbin`;

console.log(`${describeMachine()}\n`);
const codes: number[] = [];
for (const bench of chosen) codes.push(await runOne(bench));
process.exitCode = codes.includes(1) ? 1 : Math.max(...codes);

async function runOne(bench: Bench): Promise<number> {
  console.log(`## ${bench.name}: ${bench.title}\n`);
  try {
    return (await bench.run()) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    console.log(`SKIPPED  ${error.message}\n`);
    return 2;
  }
}
