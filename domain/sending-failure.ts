import type { FieldProblem } from "./submission-values.ts";

/**
 * Why a submission was not accepted. `offline`, `timeout` and `cut`: no response came. In the last two cases the server
 * may have accepted it all the same.
 */
export type SendingFailure = "offline" | "timeout" | "cut" | "mail" | "limit" | "refused" | "server";

/** A reason why a submission was not sent, worded for the visitor. */
export interface Problem {
  readonly message: string;
  /** Absent if the page refused it before it was sent. */
  readonly failure?: SendingFailure;
  /** The fields to look at again, in the order of the form. */
  readonly fields?: readonly FieldProblem[];
  /** The page only asks whether they are right: sending the same again sends it. */
  readonly isQuestion?: boolean;
  readonly requestId?: string | undefined;
  /** More about the failure. */
  readonly details?: string;
}

/** A form as it comes back to a visitor whose browser has posted it without scripts. */
export interface RefusedForm {
  readonly typed: Readonly<Record<string, string>>;
  readonly problem: Problem;
}

interface FailureText {
  readonly happened: string;
  /** Goes on after "Nothing you typed is lost:" and before "or ring". */
  readonly advice: string;
}

/** Shown below the sentence of the error catalogue, with and without scripts. */
const failureTexts: Readonly<Record<SendingFailure, FailureText>> = {
  offline: { happened: "You seem to have no signal.", advice: "try again when it is back" },
  timeout: {
    happened: "We waited, but no answer came. The connection is slow, or our server is busy.",
    advice: "try again in a minute (we never count it twice)",
  },
  cut: {
    happened: "The connection broke off before we got an answer.",
    advice: "try again (we never count it twice)",
  },
  mail: { happened: "It has not reached us yet.", advice: "try again in a minute" },
  limit: {
    happened: "We are getting an unusual number of messages, and yours was not sent.",
    advice: "try again in a few minutes",
  },
  refused: { happened: "Our server did not accept it.", advice: "check it and send it again" },
  server: { happened: "Something is wrong with our server.", advice: "try again in a few minutes" },
};

/** Says what happened, that nothing is lost and what to do; the phone number completes it. */
export function failureText(failure: SendingFailure): string {
  const { happened, advice } = failureTexts[failure];
  return `${happened} Nothing you typed is lost: ${advice}, or ring`;
}

export function isWithoutResponse(failure: SendingFailure | undefined): boolean {
  return failure === "offline" || failure === "timeout" || failure === "cut";
}

/** About a submission that waits on the visitor's phone. */
export const waitingText = {
  saved: "Saved on this phone. We send it as soon as there is signal.",
  untilSignal: "Leave this page open, or come back when you have signal.",
  inTheWay: "Send what is in the form first, or clear it.",
  changedLate: "What you sent before this change may have reached us already. Send this one too?",
  tooOld: "It could not be sent for days. Please check it and send it again.",
} as const;
