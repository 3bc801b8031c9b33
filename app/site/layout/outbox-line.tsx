/** Empty, unless something waits in the offline outbox: then `browser/waiting.ts` loads the script named here. */
export function OutboxLine() {
  return (
    <p
      role="status"
      data-outbox-line="/app/site/submission/waiting-line.ts"
      className="border-info bg-info-soft text-ink sticky bottom-0 z-10 px-5 not-empty:border-t-2 not-empty:py-3"
    />
  );
}
