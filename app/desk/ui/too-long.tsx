import type { ReactNode } from "react";

interface TooLongProps {
  readonly text: string;
  /** The limit in code points. */
  readonly most: number;
}

/** Counts the characters over the limit. The field takes them: `maxLength` would cut pasted text without a word. */
export function TooLong({ text, most }: TooLongProps) {
  const over = charactersOver(text, most);
  return <FieldProblem>{over > 0 && tooLongText(over)}</FieldProblem>;
}

/** Says what is wrong with the field above it. */
export function FieldProblem({ children }: { readonly children: ReactNode }) {
  return (
    <span role="status" className="text-danger text-sm font-semibold empty:hidden">
      {children}
    </span>
  );
}

export function charactersOver(text: string, most: number): number {
  return text.length <= most ? 0 : Math.max(0, [...text].length - most);
}

export function tooLongText(over: number): string {
  return `${over.toLocaleString("en-NZ")} ${over === 1 ? "character" : "characters"} too many`;
}
