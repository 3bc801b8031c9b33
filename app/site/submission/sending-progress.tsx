import { useEffect, useState } from "react";

import type { ProofProgress } from "./solve-challenge.ts";

const waitTexts = [
  { afterMs: 3000, text: "Still sending. The connection is slow: please keep this page open." },
  { afterMs: 13_000, text: "Still no answer. Please keep this page open: nothing you typed is lost." },
] as const;

/** What to tell the visitor while sending takes long; null before that. */
export function useWaitText(isSending: boolean): string | null {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    if (!isSending) return;
    const timers = waitTexts.map(({ afterMs, text: next }) => setTimeout(() => setText(next), afterMs));
    return () => {
      for (const timer of timers) clearTimeout(timer);
      setText(null);
    };
  }, [isSending]);
  return text;
}

interface ProofNoticeProps {
  readonly progress: ProofProgress | null;
}

/**
 * Explains why sending takes a while when the browser has to make a proof of work, and shows the progress. The live
 * region exists before its text, so that screen readers announce it; the seconds change outside of it.
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
