import { UserRound } from "lucide-react";

interface OwnerMarkProps {
  readonly name: string;
  readonly isMine: boolean;
  /** There is nothing left to do. */
  readonly isDone: boolean;
}

/** Who looks after a record. */
export function OwnerMark({ name, isMine, isDone }: OwnerMarkProps) {
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1 text-sm ${isMine && !isDone ? "text-brand font-semibold" : "text-ink-muted"}`}
    >
      <UserRound aria-hidden className="size-4 shrink-0" />
      <bdi className="truncate">{isMine ? "Mine" : name}</bdi>
    </span>
  );
}
