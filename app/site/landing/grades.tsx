const grades = [
  {
    grade: "A",
    title: "Minimal wear",
    text: "Light marks at most. For what you see, or what has to last longest.",
  },
  {
    grade: "B",
    title: "Light wear",
    text: "Honest use. The usual choice for a machine that works for its keep.",
  },
  {
    grade: "C",
    title: "Visible wear, works",
    text: "Scratched, faded or rubbed, and does its job. The cheapest way to get going.",
  },
];

/** The three grades, as the stamp on the tag. */
export function Grades() {
  return (
    <dl className="grid gap-6 md:grid-cols-3 md:gap-10">
      {grades.map(({ grade, title, text }) => (
        <div key={grade} className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-4">
          <dt className="contents">
            <span className="border-brand font-sign text-brand grid size-16 place-items-center rounded-sm border-3 text-4xl font-bold">
              <span className="sr-only">Grade </span>
              {grade}
            </span>
          </dt>
          <dd className="text-ink-muted">
            <strong className="font-sign text-ink block text-2xl leading-7 font-bold">{title}</strong>
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
