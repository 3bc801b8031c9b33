const files = import.meta.glob<string>("./*.svg", { eager: true, query: "?raw", import: "default" });

export type DrawingName =
  | "big-quad"
  | "dirt-bike"
  | "exploded-diff"
  | "farm-bike"
  | "farm-quad"
  | "farm-quad-with-dog"
  | "kea-at-work"
  | "parts-bench"
  | "parts-shelf"
  | "road-bike"
  | "rural-delivery"
  | "small-bike"
  | "small-quad"
  | "sport-quad"
  | "trailer"
  | "ute-with-bike"
  | "ute-with-quad"
  | "ute-with-trailer"
  | `${"approve" | "ask" | "call" | "check" | "deliver" | "load" | "offer" | "paid" | "photo"}-scene`;

interface DrawingProps {
  readonly name: DrawingName;
  readonly className?: string;
}

/** A drawing of this folder in the page itself, so that it takes its colours from the section it is in. */
export function Drawing({ name, className = "" }: DrawingProps) {
  const [, viewBox, ownClasses = "", shapes = ""] =
    /^<svg xmlns="[^"]*" viewBox="([^"]*)" class="([^"]*)">(.*)<\/svg>/s.exec(files[`./${name}.svg`] ?? "") ??
    [];
  if (viewBox === undefined) throw new Error(`${name}.svg does not begin as drawings do`);
  return (
    <svg
      viewBox={viewBox}
      aria-hidden
      className={`${ownClasses} ${className}`.trim()}
      dangerouslySetInnerHTML={{ __html: shapes.replaceAll(/\n */g, "") }}
    />
  );
}
