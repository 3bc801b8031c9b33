import { firm } from "#domain/firm.ts";

export function Logo() {
  return (
    <span className="font-title flex items-center gap-1.5 text-3xl leading-none font-bold tracking-tight min-[25rem]:gap-2">
      <Kea className="size-8 shrink-0 min-[25rem]:size-9" />
      {firm.trading_name}
    </span>
  );
}

export function Kea({ className = "" }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden className={`drawing stroke-3 ${className}`}>
      <path d="M6 44C4 28 9 8 25 5c10-1 16 5 17 12 5 3 6 12 1 20-2-6-6-9-11-9-5 3-8 9-7 16" />
      <path d="M42 17c-4-1-8 2-10 11" />
      <circle cx="26" cy="16" r="2.2" className="fill-current stroke-none" />
    </svg>
  );
}
