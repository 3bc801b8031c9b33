interface Grade {
  readonly grade: "A" | "B" | "C";
  /** Specification section 1. */
  readonly wear: string;
  /** A measure by which any two people give a part the same grade. */
  readonly measure: string;
}

export const grades: readonly Grade[] = [
  { grade: "A", wear: "minimal wear", measure: "no mark longer than 5 cm" },
  { grade: "B", wear: "light wear", measure: "no mark longer than 10 cm" },
  {
    grade: "C",
    wear: "visible wear but functional",
    measure: "longer marks, rust or a repair, listed on the quote",
  },
];

export const gradeSentences = grades.map(
  ({ grade, wear, measure }) => `Grade ${grade}: ${wear} (${measure}).`,
);

/** Next to the choice of a grade, whose labels already say how much wear it has. */
export const gradeMeasures = grades.map(({ grade, measure }) => `${grade}: ${measure}.`).join(" ");
