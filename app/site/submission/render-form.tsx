import { renderToStaticMarkup } from "react-dom/server";

import { type Firm, firm, setFirm } from "#domain/firm.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import type { RefusedForm } from "#domain/sending-failure.ts";

import { PlainForm } from "./submission-form.tsx";

/** The markup of a form that the server has refused: the server loads this module from the build. */
export function renderForm(name: string, refused: RefusedForm, now: Firm = firm): string {
  setFirm(now); // The build has a copy of its own.
  const submission = submissionBy("name", name);
  if (submission === undefined) throw new Error(`There is no form ${name}`);
  return renderToStaticMarkup(<PlainForm submission={submission} refused={refused} />);
}
