import { Eye } from "lucide-react";

/** Who else has this record open. */
export function OthersHere({ names }: { readonly names: readonly string[] }) {
  return (
    <p role="status" className="empty:hidden print:hidden">
      {names.length > 0 && (
        <span className="bg-info-soft text-info mt-2 inline-flex items-center gap-2 rounded-sm px-2.5 py-1 text-sm font-semibold">
          <Eye aria-hidden className="size-4 shrink-0" />
          <span>
            <bdi>{names.join(", ")}</bdi> {names.length === 1 ? "has" : "have"} this record open too
          </span>
        </span>
      )}
    </p>
  );
}
