/**
 * Why a submission was not accepted. `offline`, `timeout` and `cut`: no response came. In the last two cases the server
 * may have accepted it all the same.
 */
export const sendingFailures = ["offline", "timeout", "cut", "mail", "limit", "refused", "server"] as const;
export type SendingFailure = (typeof sendingFailures)[number];

interface FailureText {
  readonly happened: string;
  /** Goes on after "Nothing you typed is lost:" and before "or ring". */
  readonly advice: string;
}

export const nothingLost = "Nothing you typed is lost";

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

export function whatHappened(failure: SendingFailure): string {
  return failureTexts[failure].happened;
}

/** What happened, that nothing is lost and what to do; the phone number completes it. */
export function failureText(failure: SendingFailure): string {
  return `${whatHappened(failure)} ${nothingLost}: ${failureTexts[failure].advice}, or ring`;
}

/** Whether sending the same again can help. */
export function isWorthRetrying(failure: SendingFailure): boolean {
  return failure !== "refused";
}
