const places = [
  {
    title: "Quad",
    text: "Stamped into the front frame rail, or the frame tube low on the left. Scrape the mud off, a photo will do.",
  },
  {
    title: "Motorcycle",
    text: "On the steering head, where the frame meets the forks. Turn the bars to the side to read it.",
  },
  {
    title: "VIN or frame number",
    text: "A VIN has 17 signs and never the letters I, O or Q. Many older farm quads have only a shorter frame number. Both work.",
  },
];

/** Where on a machine to read the number that settles what fits. */
export function FindTheNumbers() {
  return (
    <section aria-labelledby="numbers-title" className="bg-surface-sunken py-14 sm:py-20">
      <div className="column grid gap-8">
        <h2 id="numbers-title" className="text-4xl">
          Where to find the number
        </h2>
        <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-3">
          {places.map(({ title, text }) => (
            <li key={title} className="border-line-strong grid content-start gap-1 border-t-2 pt-4">
              <h3 className="text-2xl">{title}</h3>
              <p className="text-ink-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
