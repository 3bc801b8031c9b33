import { expect, test } from "vitest";

import { frameNumberDoubt, plainFrameNumber } from "./frame-number-check.ts";

const wrongCharacter = "One character of this VIN seems wrong: please compare it with the frame";

test.for<[vin: string, make: string, doubt: string | null]>([
  ["5Y4AJ38Y06A000123", "Honda", "This VIN is a Yamaha’s, you chose Honda: please check both"],
  [
    "LCELDTS38F6000123",
    "Honda",
    "This VIN is a CFMoto’s or a Zeeho’s or a KTM’s, you chose Honda: please check both",
  ],
  ["LCELDTS38F6000123", "cf moto", null],
  ["RF3 AAAAAAAA 000123", "Can Am", null],
  ["RGSLX123456000123", "Kawasaki", null],
  ["1M8GDM9AXKP042788", "Honda", null], // Not of a maker of ours.
  ["11111111111111111", "Honda", null],
  ["7AT0ABCDE12345678", "Honda", null],
  ["4UF09ATV49T123456", "Yamaha", null], // Of many makers.
  ["TE301234567", "Suzuki", null], // A frame number.
  ["1HFTE270954600001", "", wrongCharacter],
  ["1hf te27 0154600001", "HONDA", null],
  ["5Y4AJ38Y06A000124", "Yamaha", wrongCharacter],
  ["RFBL12345AB000123", "Kymco", null], // Outside North America and Japan there is no such rule.
])("%s of a %s: %s", ([vin, make, doubt]) => expect(frameNumberDoubt(vin, make)).toBe(doubt));

test.for([
  ["5y4 aj38 06e 0000123", "5Y4AJ3806E0000123"],
  ["te30-123 456", "TE30-123456"],
  ["none: filed off in 2019", "none: filed off in 2019"],
])("%s is shown as %s", ([typed, shown]) => expect(plainFrameNumber(typed!)).toBe(shown));
