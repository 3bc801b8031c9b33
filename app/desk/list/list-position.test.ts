import { expect, test } from "vitest";

import { neighbourIn } from "./list-position.ts";

test("a list that lost the current record and others before it goes on with the next one that is left", () => {
  const last = { reference: "c", order: ["a", "b", "c", "d", "e", "f"] };
  expect(neighbourIn(last.order, last, "c", 1)).toBe("d");
  expect(neighbourIn(["d", "e", "f"], last, "c", 1)).toBe("d");
  expect(neighbourIn(["a", "e", "f"], last, "c", 1)).toBe("e");
  expect(neighbourIn(["a", "e", "f"], last, "c", -1)).toBe("a");
  expect(neighbourIn(["a", "b"], last, "c", 1)).toBeNull();
  const nowhere = { reference: null, order: [] };
  expect(neighbourIn(["a", "b"], nowhere, null, 1)).toBe("a");
  expect(neighbourIn(["a", "b"], nowhere, null, -1)).toBeNull();
});
