import { expect, test } from "vitest";

import { neighbourIn } from "./list-position.ts";

const last = { list: "new", reference: "c", order: ["a", "b", "c", "d", "e", "f"] };
const shown = (...order: string[]) => ({ list: "new", order });

test("a list that lost the current record and others before it goes on with the next one that is left", () => {
  expect(neighbourIn(last, last, "c", 1)).toBe("d");
  expect(neighbourIn(shown("d", "e", "f"), last, "c", 1)).toBe("d");
  expect(neighbourIn(shown("a", "e", "f"), last, "c", 1)).toBe("e");
  expect(neighbourIn(shown("a", "e", "f"), last, "c", -1)).toBe("a");
  expect(neighbourIn(shown("a", "b"), last, "c", 1)).toBeNull();
  const nowhere = { list: "new", reference: null, order: [] };
  expect(neighbourIn(shown("a", "b"), nowhere, null, 1)).toBe("a");
  expect(neighbourIn(shown("a", "b"), nowhere, null, -1)).toBeNull();
});

test("another list, or one that has lost all its records, begins at its first", () => {
  const due = { list: "due", order: ["y", "b", "a"] };
  for (const reference of [null, "c"]) {
    expect(neighbourIn(due, last, reference, 1)).toBe("y");
    expect(neighbourIn(due, last, reference, -1)).toBeNull();
    expect(neighbourIn(shown("x", "y"), last, reference, 1)).toBe("x");
    expect(neighbourIn(shown(), last, reference, 1)).toBeNull();
  }
  expect(neighbourIn(due, last, "b", 1)).toBe("a");
});
