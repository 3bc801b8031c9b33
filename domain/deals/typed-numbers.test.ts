import { expect, test } from "vitest";

import { paymentCode } from "./typed-numbers.ts";

test("the payment code of an invoice has eight characters, the last one Damm's check digit", () => {
  // 572 has the check digit 4: the example of Damm's thesis.
  expect(paymentCode(572)).toBe("QK005724");
});

function isPaymentCode(text: string): boolean {
  return text === paymentCode(Number(text.slice(2, -1)));
}

test("no code with one wrong digit, or two neighbours swapped, is a code", () => {
  for (let invoice = 1; invoice <= 99_999; invoice += 97) {
    const code = paymentCode(invoice);
    for (let place = 2; place < code.length; place += 1) {
      const [digit, next] = [Number(code[place]), code[place + 1]];
      const other = `${code.slice(0, place)}${(digit + 1 + (invoice % 9)) % 10}${code.slice(place + 1)}`;
      expect(isPaymentCode(other)).toBe(other === code);
      if (next === undefined || next === code[place]) continue;
      expect(isPaymentCode(code.slice(0, place) + next + digit + code.slice(place + 2))).toBe(false);
    }
  }
});
