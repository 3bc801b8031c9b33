import type { FieldKind } from "./field-kind.ts";
import { text, type TextField } from "./text-fields.ts";

const vinLength = 17;

/** A VIN or a frame number: any text, which we read back to the visitor if it is no VIN. */
export const vin: FieldKind<TextField, string> = {
  ...text,
  fromText: (typed) => typed.toUpperCase(),
  control: () => ({
    element: "input",
    isUpperCase: true,
    attributes: { type: "text", autoCapitalize: "characters", spellCheck: false },
  }),
  count: (typed) => `${charactersOf(typed).length} of ${vinLength} characters`,
  doubt(typed) {
    const characters = charactersOf(typed);
    const [mistaken] = /[IOQ]/i.exec(characters) ?? [];
    if (characters.length === vinLength && mistaken !== undefined) {
      return `A VIN never uses ${mistaken.toUpperCase()}: is it a ${mistaken.toUpperCase() === "I" ? 1 : 0}?`;
    }
    if (characters.length === vinLength) return null;
    return `That is ${characters.length} characters, and a VIN has ${vinLength}. A shorter frame number is fine too.`;
  },
};

function charactersOf(typed: string): string {
  return typed.replaceAll(/[\s-]/g, "");
}
