import { Hourglass } from "lucide-react";
import { type RefObject, useId, useMemo, useRef, useState, useSyncExternalStore } from "react";

import { Button } from "#app/shared/ui/button.tsx";
import { PhoneLink } from "#app/shared/ui/phone-link.tsx";
import { waitingText } from "#domain/sending-failure.ts";
import { summaryOf } from "#domain/submission-values.ts";
import type { Submission } from "#domain/submission.ts";

import { payloadOf } from "./form-values.ts";
import { SuccessNotice } from "./notices.tsx";
import { sendWaiting } from "./send-form.ts";
import type { SubmissionState } from "./use-submission.ts";
import { followWaiting, readWaiting, type WaitingSubmission, waitingTextOf } from "./waiting-store.ts";

interface WaitingNoticeProps {
  readonly submission: Submission;
  readonly state: SubmissionState;
}

/** Shows the submission that waits on this phone, or that it has been sent. The region exists before its content. */
export function WaitingNotice({ submission, state }: WaitingNoticeProps) {
  const { name } = submission;
  const region = useRef<HTMLDivElement>(null);
  const entry = useWaiting(name);
  const forget = () => {
    // The button that has the focus goes.
    region.current?.focus({ preventScroll: true });
    state.throwAwayWaiting();
  };
  return (
    <div
      ref={region}
      data-waiting=""
      aria-live="polite"
      tabIndex={-1}
      className="outline-none empty:absolute"
    >
      {entry?.state === "waiting" && !state.isSending && (
        <WaitingBox submission={submission} entry={entry} state={state} onForget={forget} />
      )}
      {entry?.state === "sent" && (
        <SuccessNotice
          submission={submission}
          sent={{ reference: entry.reference, receivedAt: new Date(entry.receivedAt) }}
          takesFocus={false}
        >
          <Button look="outline" onClick={forget} className="text-ink justify-self-start">
            OK
          </Button>
        </SuccessNotice>
      )}
    </div>
  );
}

interface WaitingBoxProps {
  readonly submission: Submission;
  readonly entry: WaitingSubmission;
  readonly state: SubmissionState;
  readonly onForget: () => void;
}

function WaitingBox({ submission, entry, state, onForget }: WaitingBoxProps) {
  const question = useRef<HTMLDialogElement>(null);
  const [isTrying, setTrying] = useState(false);
  const tryAgain = async () => {
    setTrying(true);
    await sendWaiting([submission]);
    setTrying(false);
  };
  return (
    <div className="border-info bg-info-soft text-ink grid scroll-mt-24 gap-3 rounded-sm border-2 px-4 py-4">
      <p className="text-info flex gap-3 font-semibold">
        <Hourglass aria-hidden className="mt-0.5 size-5 shrink-0" />
        {entry.problem?.message ?? waitingText.saved}
      </p>
      <p className="font-semibold wrap-anywhere">
        {submission.title}: {summaryOf(submission, payloadOf(submission, entry.typed))}
      </p>
      <p className="max-w-prose">
        {waitingText.untilSignal} Or ring <PhoneLink />.
      </p>
      <div className="flex flex-wrap gap-3">
        {/* What is in the form has its own. */}
        {!state.isHeld && (
          <>
            <Button look="outline" aria-disabled={isTrying} onClick={() => void (isTrying || tryAgain())}>
              {isTrying ? submission.button.busy : "Try again"}
            </Button>
            <Button look="outline" onClick={state.changeWaiting}>
              Change it
            </Button>
          </>
        )}
        <Button look="outline" onClick={() => question.current?.showModal()}>
          Throw it away
        </Button>
      </div>
      <ThrowAwayQuestion dialog={question} onThrowAway={onForget} />
    </div>
  );
}

/** Follows the submission that waits on this device, in all tabs; null until the page is hydrated. */
export function useWaiting(form: string) {
  const text = useSyncExternalStore(
    followWaiting,
    () => waitingTextOf(form),
    () => null,
  );
  return useMemo(() => (text === null ? null : readWaiting(form)), [form, text]);
}

interface ThrowAwayQuestionProps {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly onThrowAway: () => void;
}

const throwAway = "throw away";

/** Asks before typed text is lost. The browser closes the dialog and gives the focus back. */
export function ThrowAwayQuestion({ dialog, onThrowAway }: ThrowAwayQuestionProps) {
  const titleId = useId();
  // No form of its own: the dialog may be inside one.
  const close = (value: string) => dialog.current?.close(value);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={({ currentTarget }) => {
        if (currentTarget.returnValue === throwAway) onThrowAway();
        currentTarget.returnValue = "";
      }}
      className="border-line-strong bg-surface-raised text-ink backdrop:bg-deep/70 m-auto w-[min(28rem,calc(100%-2rem))] rounded-md border p-6"
    >
      <div className="grid gap-5">
        <h2 id={titleId} className="text-2xl">
          Throw away what you typed?
        </h2>
        <div className="grid gap-3 sm:grid-cols-2">
          <Button onClick={() => close("")}>Keep it</Button>
          <Button look="outline" onClick={() => close(throwAway)}>
            Throw it away
          </Button>
        </div>
      </div>
    </dialog>
  );
}
