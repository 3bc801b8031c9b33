import { createKeybindingsHandler } from "tinykeys";
import { expect, test } from "vitest";

import { shortcutsToBind } from "./shortcuts.ts";

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
] as const)("the keys %s do only what the list of keys says", ([keys, expected]) => {
  const done: unknown[] = [];
  const bindings = shortcutsToBind.map(({ binding, action }) => [binding, () => done.push(action)] as const);
  const press = createKeybindingsHandler(Object.fromEntries(bindings), { ignore: () => false });
  for (const key of keys) press(new KeyPress(key));
  expect(done).toEqual(expected);
});
