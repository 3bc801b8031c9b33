import { CircleAlert } from "lucide-react";

interface PanelNoticesProps {
  readonly problem: string | null;
  /** What the panel is doing or showing. */
  readonly status: string;
}

/**
 * What went wrong, in view at any scroll position, and how things stand. Both are read aloud, and
 * neither takes the focus from the record that staff are working on.
 */
export function PanelNotices({ problem, status }: PanelNoticesProps) {
  return (
    <>
      <div role="alert" className="sticky top-2 z-10">
        {problem !== null && (
          <p className="mt-3 flex gap-2 rounded-sm border-2 border-danger bg-danger-soft px-4 py-3 font-semibold wrap-anywhere text-danger">
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
            {problem}
          </p>
        )}
      </div>
      <p role="status" className="my-2 min-h-6 text-sm text-ink-muted">
        {status}
      </p>
    </>
  );
}
