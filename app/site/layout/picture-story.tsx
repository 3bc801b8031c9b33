import { Drawing, type DrawingName } from "#app/site/drawings/drawing.tsx";

import type { Note } from "./notes.tsx";

interface PictureStoryProps {
  readonly steps: readonly (Pick<Note, "title" | "text"> & { readonly scene: DrawingName })[];
}

/** Steps as a picture story: the scenes share one line of ground. */
export function PictureStory({ steps }: PictureStoryProps) {
  return (
    <ol className="grid gap-y-8 sm:grid-cols-2 md:grid-cols-4">
      {steps.map(({ scene, title, text }, index) => (
        <li
          key={title}
          className="grid grid-cols-[40%_minmax(0,1fr)] items-end gap-x-4 sm:grid-cols-1 sm:content-start sm:items-start"
        >
          <div className="text-brand">
            <Drawing name={scene} />
          </div>
          <div className="grid gap-1 sm:pt-3 sm:pr-6">
            <h3 className="text-2xl">
              {index + 1}. {title}
            </h3>
            <p className="text-ink-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
