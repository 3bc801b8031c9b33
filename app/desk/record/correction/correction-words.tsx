import type { RecordEvent } from "#domain/record-event.ts";
import type { Submission } from "#domain/submission.ts";

interface CorrectionWordsProps {
  readonly event: RecordEvent;
  readonly submission: Submission;
}

/** What a correction changed: "Phone corrected from “021 555 0100” to “027 555 0100”". */
export function CorrectionWords({ event: { field, was, becomes }, submission }: CorrectionWordsProps) {
  const label = submission.fields[field ?? ""]?.label ?? field;
  if (was === null) {
    return (
      <>
        {label} added: <Value text={becomes} />
      </>
    );
  }
  if (becomes === null) {
    return (
      <>
        {label} removed, it was <Value text={was} />
      </>
    );
  }
  return (
    <>
      {label} corrected from <Value text={was} /> to <Value text={becomes} />
    </>
  );
}

function Value({ text }: { readonly text: string | null }) {
  return (
    <>
      “<bdi className="whitespace-pre-line">{text}</bdi>”
    </>
  );
}
