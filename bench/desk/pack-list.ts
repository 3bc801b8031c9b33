import { verdict } from "../measuring/bench.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import type { Workbench } from "../measuring/workbench.ts";
import { startServer } from "../money/money.ts";

const bar = 1.5;
const rounds = 100;
const toPack = 200;
const [few, many] = [1000, 20_000];

/** The same 200 orders to pack, each part with its photo, among few orders and among many. */
export async function comparePackLists(bench: Workbench): Promise<boolean> {
  const start = async (old: number) => {
    const { port, cookie } = await startServer(bench, { old, open: 0, toPack });
    return async () => {
      const began = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}/functions/v1/pack`, { headers: { cookie } });
      const { orders } = (await response.json()) as { readonly orders: readonly object[] };
      if (orders.length !== toPack) throw new Error(`${orders.length} orders to pack`);
      return performance.now() - began;
    };
  };
  const measures = { alone: await start(toPack), few: await start(few), many: await start(many) };
  await alternate(measures, rounds / 4);
  const samples = await alternate(measures, rounds);
  const [alone, ofFew, ofMany] = [median(samples.alone), median(samples.few), median(samples.many)];
  printTable(
    [`the pack list of ${toPack} orders`, "median ms"],
    [
      [`${toPack} orders in all`, format(alone, 2)],
      [`${format(few)} in all`, format(ofFew, 2)],
      [`${format(many)} in all`, format(ofMany, 2)],
    ],
  );
  const most = Math.max(ofFew / alone, ofMany / ofFew);
  const name = `the pack list of ${toPack} orders: ${format(ofFew / alone, 2)}x at ${format(few)}, ${format(ofMany / ofFew, 2)}x of that at ${format(many)} (bar: <= ${bar}x)`;
  return verdict(name, most <= bar);
}
