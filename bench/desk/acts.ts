import * as v from "valibot";

import { type ListFilter, type ListOrder, listQuery } from "#app/desk/api/list-view.ts";
import { changeOutcomesSchema } from "#domain/desk.ts";

import { type Answer, KeepAliveClient } from "../measuring/keep-alive-client.ts";
import type { DeskServer } from "./desk-server.ts";

type Ask = (client: KeepAliveClient, server: DeskServer, headers: Record<string, string>) => Promise<Answer>;

interface List {
  readonly filter: ListFilter;
  readonly order?: ListOrder;
  readonly limit?: number;
}

function listOf({ filter, order = "newest", limit = 51 }: List): Ask {
  return async (client, { userId }, headers) => {
    const list = { table: "quote_requests", filter, order, query: "" };
    const query = listQuery(list, { userId, now: new Date() });
    return client.get(`${table}&limit=${limit}&${query}`, headers);
  };
}

const columns = "select=*%2Crepeats";
const table = `/rest/v1/quote_requests?${columns}`;
const page = "&limit=51";

const found =
  (words: string): Ask =>
  (client, _, headers) =>
    client.post(`/rest/v1/rpc/search_quote_requests?${columns}${page}&order=number.desc`, { words }, headers);

const get =
  (path: (server: DeskServer) => string): Ask =>
  (client, server, headers) =>
    client.get(path(server), headers);

/** What the desk asks for, by what staff do. The words of the first search match a page in both sizes. */
export const acts: Readonly<Record<string, Ask>> = {
  list: listOf({ filter: "all" }),
  "filter: completed": listOf({ filter: "completed" }),
  // One waits for a reply on the small desk: as many as both have.
  "due first, one": listOf({ filter: "all", order: "due", limit: 1 }),
  "search: farm": found("farm"),
  counts: get(() => "/functions/v1/desk-summary"),
  "open a record": get(({ ref_number: reference }) => `/functions/v1/desk-record?reference=${reference}`),
  "set a status": async (client, server, headers) => {
    const change = { reference: server.ref_number, version: versionOf(server), status: nextStatus() };
    const answer = await client.patch("/functions/v1/desk-record", { changes: [change] }, headers);
    const [outcome] = v.parse(changeOutcomesSchema, JSON.parse(answer.body)).outcomes;
    if (outcome?.kind !== "changed") throw new Error(`The record was not changed: ${answer.body}`);
    versions.set(server, outcome.version);
    return answer;
  },
};

const versions = new Map<DeskServer, number>();
const versionOf = (server: DeskServer) => versions.get(server) ?? server.version;

/** Lists of what is open, which the small desk has next to nothing of. */
export const openLists: Readonly<Record<string, Ask>> = {
  "due first": listOf({ filter: "all", order: "due" }),
  "to answer": listOf({ filter: "to-answer" }),
  waiting: listOf({ filter: "waiting" }),
  mine: listOf({ filter: "mine" }),
};

let turn = 0;
const nextStatus = () => ((turn += 1) % 2 === 0 ? "completed" : "in_progress");

/** What the owner asks for: it counts more on the large desk. */
export const statistics: Ask = get(() => "/functions/v1/figures");

/** As typed, sign by sign, on the large desk only: there is less to be found on the small one. */
const typedWords = ["honda 420 diff", "kiri smith", "021 4", "kawasaki brute", "otaika"];

/** With a typing error, or in words of the trade that no record has. */
const mistypedWords = ["hona 420", "kawaski caburettor", "cabry", "differental", "kiri smtih", "driveshaft"];

export function typeWords(server: DeskServer): Promise<number[]> {
  return timesOfTyping(server, typedWords);
}

export function mistypeWords(server: DeskServer): Promise<number[]> {
  return timesOfTyping(server, mistypedWords);
}

async function timesOfTyping(server: DeskServer, searches: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const words of searches) {
    for (let length = 1; length <= words.length; length += 1) {
      const ask = asker(server, found(words.slice(0, length)));
      for (let round = 0; round < 10; round += 1) times.push(await ask());
    }
  }
  return times;
}

/** Returns how many milliseconds one request took. */
export function asker(server: DeskServer, ask: Ask): () => Promise<number> {
  const client = new KeepAliveClient(server.port);
  const headers = { cookie: server.cookie };
  return async () => {
    const start = performance.now();
    const answer = await ask(client, server, headers);
    const milliseconds = performance.now() - start;
    if (answer.status !== 200 && answer.status !== 204) throw new Error(`${answer.head}\n${answer.body}`);
    return milliseconds;
  };
}
