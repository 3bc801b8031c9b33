import { expect, test } from "vitest";

import { commands } from "#app/desk/ui/commands.tsx";

import { keyHandler } from "./key-handler.ts";

class KeyPress extends Event {
  readonly code: string;
  readonly key: string;
  constructor(key: string) {
    super("keydown");
    this.key = key;
    this.code = `Key${key.toUpperCase()}`;
  }
  getModifierState(): boolean {
    return false;
  }
}

test.for([
  ["gq", ["tab quote_requests"]],
  ["gc", ["tab contact_messages"]],
  ["gv", ["tab vehicle_submissions"]],
  ["q", ["quote"]],
  ["v", ["extend"]],
  ["gjv", ["next", "extend"]],
  ["gvq", ["tab vehicle_submissions", "quote"]],
  ["gqv", ["tab quote_requests", "extend"]],
  ["ggv", ["tab vehicle_submissions"]],
  ["ggggv", ["tab vehicle_submissions"]],
] as const)("the keys %s do only what the list of keys says", ([keys, expected]) => {
  const done: unknown[] = [];
  const handlers = Object.fromEntries(commands.map(({ name }) => [name, () => done.push(name)]));
  const press = keyHandler(
    () => handlers,
    () => false,
  );
  for (const key of keys) press(new KeyPress(key));
  expect(done).toEqual(expected);
});
