import { adminList } from "./admin-list/admin-list.ts";
import { astro } from "./astro/astro.ts";
import { dealRaces, dealWalks } from "./deals/deal-walks.ts";
import { deals } from "./deals/deals.ts";
import { desk } from "./desk/desk.ts";
import { drills } from "./drills/drills.ts";
import { instanceKills } from "./instances/instance-kills.ts";
import { instances } from "./instances/instances.ts";
import { postgresCrashes } from "./instances/postgres-crashes.ts";
import { lighthouse } from "./lighthouse/lighthouse.ts";
import { live } from "./live/live.ts";
import { loopDelay } from "./loop-delay/loop-delay.ts";
import { type Bench, Missing } from "./measuring/bench.ts";
import { describeMachine } from "./measuring/machine.ts";
import { pages } from "./pages/pages.ts";
import { postgres } from "./postgres/postgres.ts";
import { bodies } from "./reliability/bodies.ts";
import { fsync } from "./reliability/fsync.ts";
import { reliability } from "./reliability/reliability.ts";
import { slowConnections } from "./reliability/slow-connections.ts";
import { submissions } from "./submissions/submissions.ts";

/** `npm run bench -- [name]`: one, or all that measure; proofs run if they are named. Exit code 0: bars met; 1: missed; 2: something to install. */
const measurements: readonly Bench[] = [
  pages,
  submissions,
  postgres,
  instances,
  adminList,
  desk,
  deals,
  live,
  loopDelay,
  drills,
  lighthouse,
  astro,
];
const proofs: readonly Bench[] = [
  reliability,
  fsync,
  bodies,
  slowConnections,
  instanceKills,
  postgresCrashes,
  dealWalks,
  dealRaces,
];
const benches = [...measurements, ...proofs];

const wanted = process.argv.slice(2);
const chosen = wanted.length === 0 ? measurements : benches.filter((bench) => wanted.includes(bench.name));
if (chosen.length < wanted.length || chosen.length === 0) {
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
