import { PostgrestClient } from "@supabase/postgrest-js";

import { isSearch, type ListContext, type ListView, selectList } from "./list-view.ts";

/** Returns a list's filters, order and search query as the stock client sends them in an address. */
export async function listQuery(list: ListView, context: ListContext): Promise<string> {
  let query = new URLSearchParams();
  const record = async (address: RequestInfo | URL) => {
    query = new URL(new Request(address).url).searchParams;
    return Response.json([]);
  };
  const all = new PostgrestClient("http://localhost", { fetch: record }).from(list.table).select();
  const found = isSearch(list) ? all.textSearch("search", list.query, { type: "plain" }) : all;
  await selectList(found, list, context, undefined);
  query.delete("select");
  return query.toString();
}
