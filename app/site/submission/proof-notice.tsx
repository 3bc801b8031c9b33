import type { ProofProgress } from "./proof-pace.ts";

interface ProofNoticeProps {
  readonly progress: ProofProgress | null;
}

/**
 * Explains why sending takes a while when the browser has to make a proof of work, and shows how far it is. Stands
 * there empty from the moment of sending, so that screen readers read the explanation when it comes; the
 * seconds change outside of what they read by themselves.
 */
export function ProofNotice({ progress }: ProofNoticeProps) {
  return (
    <div className="max-w-prose">
      <div role="status">
        {progress !== null && (
          <p>
            We are getting an unusual number of messages. To show that yours is not part of a flood, your
            phone or computer is doing a short calculation. Please keep this page open: your message is sent
            as soon as it is done.
          </p>
        )}
      </div>
      {progress !== null && (
        <div className="mt-3 flex items-center gap-3">
          <progress aria-label="Calculation" value={progress.share} className="accent-brand h-3 grow" />
          <span className="text-ink-muted min-w-[16ch]">{waitWords(progress.secondsLeft)}</span>
        </div>
      )}
    </div>
  );
}

function waitWords(seconds: number): string {
  if (seconds > 90) return `up to ${Math.ceil(seconds / 60)} minutes left`;
  return seconds <= 1 ? "almost done" : `up to ${seconds} seconds left`;
}
