import { useState } from "react";

import { asProblem } from "#app/desk/api/desk-call.ts";
import { sendReplyAgain } from "#app/desk/api/record-calls.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { deliveryText } from "#app/desk/ui/mail-error.ts";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import type { RecordMail } from "#domain/desk.ts";

interface SentReplyProps {
  readonly reference: string;
  /** Undefined for what is no reply, or one that was taken back. */
  readonly mail: RecordMail | undefined;
  /** Begins a reply with the text. */
  readonly onRewrite: (text: string) => void;
}

/** A reply in the history: what it said, and how far its mail has come. */
export function SentReply({ reference, mail, onRewrite }: SentReplyProps) {
  const { now } = useDeskPage();
  const [problem, setProblem] = useState<string | null>(null);
  if (mail === undefined) return null;
  const { state, key, words, to, is_readdressed: isReaddressed } = mail;
  const isStuck = state === "failed" || state === "unknown";
  const again = () => {
    setProblem(null);
    const id = key.split("/").at(-1) ?? "";
    sendReplyAgain(reference, id).catch((error: unknown) => setProblem(asProblem(error).message));
  };
  return (
    <div className="border-brand bg-brand-soft/60 mt-1 rounded-sm border-l-4 px-3 py-2">
      <p dir="auto" className="text-base wrap-anywhere whitespace-pre-wrap">
        {words}
      </p>
      <p className={`mt-1 font-semibold ${isStuck ? "text-danger" : "text-ink-muted"}`}>
        {deliveryText(mail, now)}
      </p>
      {to !== null && (
        <p className="text-ink-muted wrap-anywhere">
          To <bdi>{to}</bdi>
          {isReaddressed && ", an address that has been corrected since"}
        </p>
      )}
      {isStuck && (
        <ToolButton
          className="mt-2 px-3 print:hidden"
          onClick={isReaddressed ? () => onRewrite(words ?? "") : again}
        >
          {isReaddressed ? "Reply with this text" : "Send again"}
        </ToolButton>
      )}
      <p role="alert" className="text-danger font-semibold empty:hidden">
        {problem}
      </p>
    </div>
  );
}

/** What became of the receipt that the website has sent, if something is wrong with it. */
export function ReceiptProblem({ mails }: { readonly mails: readonly RecordMail[] }) {
  const { now } = useDeskPage();
  const receipt = mails.find(({ kind }) => kind === "receipt");
  if (receipt === undefined || !wrongStates.has(receipt.state)) return null;
  return (
    <p className="border-danger bg-danger-soft text-danger rounded-sm border-l-4 px-3 py-2 text-sm font-semibold wrap-anywhere">
      Receipt to the customer: {deliveryText(receipt, now)}. Check the e-mail address, or ring.
    </p>
  );
}

export const wrongStates: ReadonlySet<string> = new Set(["failed", "unknown", "retrying"]);
