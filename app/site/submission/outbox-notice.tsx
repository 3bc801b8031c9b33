import { CircleAlert, Hourglass } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";

import { Button, ButtonAnchor } from "#app/shared/ui/button.tsx";
import { PhoneLink } from "#app/shared/ui/phone-link.tsx";
import { useFocusOnChange } from "#app/shared/ui/use-focus-on-change.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import { formatDay, formatNzShortDateTime, nzDate } from "#domain/nz-time.ts";
import { outboxText } from "#domain/outbox-text.ts";
import { failureText, whatHappened } from "#domain/sending-failure.ts";
import { summaryOf } from "#domain/submission-values.ts";
import type { Submission } from "#domain/submission.ts";

import { isFilledIn } from "./form-values.ts";
import { SuccessNotice } from "./notices.tsx";
import {
  type ExpiredEntry,
  type OutboxEntry,
  removeEntry,
  type SentEntry,
  type WaitingEntry,
} from "./outbox.ts";
import { sendOne } from "./send-waiting.ts";
import { ThrowAwayQuestion } from "./throw-away-question.tsx";
import { useOutbox } from "./use-outbox.ts";
import type { SubmissionState } from "./use-submission.ts";

interface OutboxNoticeProps {
  /** The form of this page. */
  readonly submission: Submission;
  readonly state: SubmissionState;
}

/** What waits on this phone, from any form, and what became of it. The region exists before its content. */
export function OutboxNotice({ submission, state }: OutboxNoticeProps) {
  const { entries, sending } = useOutbox();
  const region = useRef<HTMLDivElement>(null);
  const takeFocus = () => region.current?.focus({ preventScroll: true });
  return (
    <div
      ref={region}
      data-outbox=""
      aria-live="polite"
      tabIndex={-1}
      className="grid gap-8 outline-none empty:absolute"
    >
      {entries.map((entry) => {
        const from = submissionBy("name", entry.form);
        if (from === undefined) return null;
        const props = { submission: from, isSending: sending === entry.key, takeFocus };
        return (
          <Entry key={entry.key} entry={entry} ownForm={from === submission ? state : null} {...props} />
        );
      })}
    </div>
  );
}

interface EntryProps<Kind = OutboxEntry> {
  readonly entry: Kind;
  readonly submission: Submission;
  /** Null on the page of another form. */
  readonly ownForm: SubmissionState | null;
  readonly isSending: boolean;
  /** For the outbox, from a button that goes. */
  readonly takeFocus: () => void;
}

function Entry({ entry, ...props }: EntryProps) {
  switch (entry.state) {
    case "waiting":
      return <Waiting entry={entry} {...props} />;
    case "sent":
      return <SentBox entry={entry} {...props} />;
    case "expired":
      return <ExpiredBox entry={entry} {...props} />;
  }
}

function Waiting({ entry, submission, ownForm, isSending, takeFocus }: EntryProps<WaitingEntry>) {
  const { key, payload, problem, lastTry } = entry;
  const Icon = problem === undefined ? Hourglass : CircleAlert;
  // Until something changes in the outbox.
  const [heldUp, setHeldUp] = useState<WaitingEntry | null>(null);
  const start = async (work: Promise<boolean>) => {
    setHeldUp(null);
    setHeldUp((await work) ? null : entry);
    if (document.activeElement === document.body) takeFocus();
  };
  return (
    <Box look={problem === undefined ? "info" : "danger"}>
      <p className="flex gap-3 font-semibold">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
        {problem?.message ?? outboxText.saved}
      </p>
      <p className="text-ink font-semibold wrap-anywhere">
        {submission.title}: {summaryOf(submission, payload)}
      </p>
      <p className="text-ink max-w-prose">
        {problem === undefined
          ? `Last tried ${formatNzShortDateTime(new Date(lastTry.at), new Date())}: ${whatHappened(lastTry.failure)} ${outboxText.howLong} Or ring`
          : failureText(problem.failure)}{" "}
        <PhoneLink />.
      </p>
      <div className="text-ink flex flex-wrap gap-3">
        <Button
          look="outline"
          aria-disabled={isSending}
          onClick={() => void (isSending || start(sendOne(key)))}
        >
          {isSending ? submission.button.busy : "Try again"}
        </Button>
        {ownForm === null ? (
          <ButtonAnchor href={submission.page} look="outline">
            Open its form
          </ButtonAnchor>
        ) : (
          <BringBack
            form={ownForm}
            // The form is emptied once it has been sent.
            isDisabled={isSending || ownForm.isSending}
            onClick={() => void start(ownForm.bringBack(key))}
          >
            {problem === undefined ? "Cancel" : "Change it"}
          </BringBack>
        )}
      </div>
      {heldUp === entry && <p className="text-ink font-semibold">{outboxText.heldUp}</p>}
    </Box>
  );
}

interface BringBackProps {
  readonly form: SubmissionState;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

/** Asks first if the form has other text, which would be lost. */
function BringBack({ form: { form }, isDisabled, onClick, children }: BringBackProps) {
  const question = useRef<HTMLDialogElement>(null);
  const ask = () => {
    if (form.current !== null && isFilledIn(form.current)) question.current?.showModal();
    else onClick();
  };
  return (
    <>
      <Button look="outline" aria-disabled={isDisabled} onClick={() => isDisabled || ask()}>
        {children}
      </Button>
      <ThrowAwayQuestion dialog={question} onThrowAway={onClick} />
    </>
  );
}

function SentBox({ entry, submission, takeFocus }: EntryProps<SentEntry>) {
  const { key, reference, receivedAt } = entry;
  return (
    <SuccessNotice
      submission={submission}
      sent={{ reference, receivedAt: new Date(receivedAt) }}
      takesFocus={false}
    >
      <OkButton entryKey={key} takeFocus={takeFocus} />
    </SuccessNotice>
  );
}

function ExpiredBox({ entry, submission, takeFocus }: EntryProps<ExpiredEntry>) {
  const { key, savedAt, mayHaveArrived } = entry;
  return (
    <Box look="danger">
      <p className="font-semibold">
        {submission.title} of {formatDay(nzDate(new Date(savedAt)))}
      </p>
      <p className="text-ink max-w-prose">
        {mayHaveArrived ? (
          <>
            {outboxText.expiredPerhapsSent} Before you send it again, ring <PhoneLink />.
          </>
        ) : (
          <>
            {outboxText.expired} Please send it again, or ring <PhoneLink />.
          </>
        )}
      </p>
      <OkButton entryKey={key} takeFocus={takeFocus} />
    </Box>
  );
}

interface OkButtonProps extends Pick<EntryProps, "takeFocus"> {
  readonly entryKey: string;
}

/** Takes what has been read out of the outbox. */
function OkButton({ entryKey, takeFocus }: OkButtonProps) {
  const remove = () => {
    takeFocus();
    removeEntry(entryKey);
  };
  return (
    <Button look="outline" onClick={remove} className="text-ink justify-self-start">
      OK
    </Button>
  );
}

const boxLooks = {
  info: "border-info bg-info-soft text-info",
  danger: "border-danger bg-danger-soft text-danger",
} as const;

interface BoxProps {
  readonly look: keyof typeof boxLooks;
  readonly children: ReactNode;
}

function Box({ look, children }: BoxProps) {
  return (
    <div className={`grid scroll-mt-24 gap-3 rounded-sm border-2 px-4 py-4 ${boxLooks[look]}`}>
      {children}
    </div>
  );
}

/** Says what Cancel in the outbox did. */
export function BroughtBackNotice({ entry }: { readonly entry: WaitingEntry }) {
  const box = useFocusOnChange<HTMLParagraphElement>(entry);
  return (
    <p
      ref={box}
      role="status"
      tabIndex={-1}
      className="border-info bg-info-soft max-w-prose scroll-mt-24 rounded-sm border-2 px-4 py-3"
    >
      {entry.mayHaveArrived ? (
        <>
          {outboxText.backPerhapsSent} <PhoneLink />.
        </>
      ) : (
        outboxText.backUnsent
      )}
    </p>
  );
}
