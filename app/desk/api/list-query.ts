import { type Filters, isSearch, type ListContext, type ListView, selectList } from "./list-view.ts";

/** A list's filters, order and search query as the stock client would send them in an address. */
export function listQuery(list: ListView, context: ListContext): string {
  return selectList(new QueryText(list), list, context, undefined).text();
}

class QueryText implements Filters {
  readonly #parameters = new URLSearchParams();
  readonly #order: string[] = [];

  constructor(list: ListView) {
    if (isSearch(list)) this.#add("search", `plfts.${list.query}`);
  }

  eq(column: string, value: unknown): this {
    return this.#add(column, `eq.${String(value)}`);
  }

  gt(column: string, value: unknown): this {
    return this.#add(column, `gt.${String(value)}`);
  }

  lt(column: string, value: unknown): this {
    return this.#add(column, `lt.${String(value)}`);
  }

  lte(column: string, value: unknown): this {
    return this.#add(column, `lte.${String(value)}`);
  }

  is(column: string, value: null): this {
    return this.#add(column, `is.${String(value)}`);
  }

  or(filters: string): this {
    return this.#add("or", `(${filters})`);
  }

  order(column: string, { ascending }: { readonly ascending: boolean }): this {
    this.#order.push(`${column}.${ascending ? "asc" : "desc"}`);
    return this;
  }

  text(): string {
    const order = new URLSearchParams({ order: this.#order.join(",") });
    return `${this.#parameters}&${order}`;
  }

  #add(name: string, filter: string): this {
    this.#parameters.append(name, filter);
    return this;
  }
}
