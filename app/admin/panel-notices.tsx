import { CircleAlert } from "lucide-react";

interface PanelNoticesProps {
  readonly problem: string | null;
  /** What the panel is doing or showing. */
  readonly status: string;
  /** On a phone, a record stands open instead of the list that the status is about. */
  readonly isQuiet: boolean;
}

/**
 * What went wrong, in view at any scroll position, and how things stand. Both are read aloud, and
 * neither takes the focus from the record that staff are working on.
 */
export function PanelNotices({ problem, status, isQuiet }: PanelNoticesProps) {
  return (
    <>
      <div role="alert" className="sticky top-2 z-10">
        {problem !== null && (
          <p className="border-danger bg-danger-soft text-danger mt-3 flex gap-2 rounded-sm border-2 px-4 py-3 font-semibold wrap-anywhere">
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
            {problem}
          </p>
        )}
      </div>
      <p role="status" className={`text-ink-muted my-2 min-h-6 text-sm ${isQuiet ? "max-lg:sr-only" : ""}`}>
        {status}
      </p>
    </>
  );
}
