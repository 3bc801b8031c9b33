import type { ReactNode } from "react";

interface BulletsProps {
  /** What a line is about, and what is said of it. */
  readonly items: Readonly<Record<string, ReactNode>>;
}

/** Short lines, each under its own word. */
export function Bullets({ items }: BulletsProps) {
  return (
    <ul className="marker:text-brand grid list-disc gap-2 pl-5">
      {Object.entries(items).map(([subject, text]) => (
        <li key={subject}>
          <strong>{subject}:</strong> {text}
        </li>
      ))}
    </ul>
  );
}
