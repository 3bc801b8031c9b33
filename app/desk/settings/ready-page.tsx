import { Circle, CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";

import { CallProblem, deskCall } from "#app/desk/api/desk-call.ts";
import { type ActionState, Outcome, useAction } from "#app/desk/ui/action.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { mailErrorText } from "#app/desk/ui/mail-error.ts";
import { ToolButton, toolClasses } from "#app/desk/ui/tool.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { useFocusOnChange } from "#app/shared/ui/use-focus-on-change.ts";
import { type MailInTest, readyCalls, type ReadyLine } from "#domain/ready.ts";

import { OwnersOnly, Section } from "./section.tsx";

export const meta = () => pageMeta({ title: "Ready to open?", hidden: true });

export default function ReadyToOpen() {
  return (
    <OwnersOnly>
      <Section
        title="Ready to open?"
        intro="What to do before the first customer comes, and what customers see until then. The list looks for itself: there is nothing to tick."
      >
        <Lines />
      </Section>
    </OwnersOnly>
  );
}

function Lines() {
  const state = useLoaded("ready", () => deskCall(readyCalls.ready, {}));
  const { data, reload } = state;
  if (data === null) return <Loading state={state} />;
  const left = data.filter(({ done }) => !done).length;
  return (
    <>
      <p role="status" className="mb-3 text-lg font-semibold">
        {left === 0 ? "All done: you can open." : `${left} of ${data.length} still to do`}
      </p>
      <ul className="divide-line border-line bg-surface-raised divide-y rounded-sm border">
        {data.map((line) => (
          <LineRow key={line.id} line={line} onTested={reload} />
        ))}
      </ul>
    </>
  );
}

interface LineProps {
  readonly line: ReadyLine;
  readonly onTested: () => Promise<void>;
}

function LineRow({ line, onTested }: LineProps) {
  const { id, done, words, meanwhile, page } = line;
  const Icon = done ? CircleCheck : Circle;
  return (
    <li className="flex gap-3 px-4 py-3 wrap-anywhere">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${done ? "text-ok" : "text-danger"}`} />
      <div className="grid min-w-0 grow gap-1">
        <p className="font-semibold">
          <span className="sr-only">{done ? "Done: " : "To do: "}</span>
          {words}
        </p>
        {meanwhile !== null && <p className="text-danger max-w-[65ch] text-sm">{meanwhile}</p>}
        {id === "mail-out" && <MailOut onTested={onTested} />}
        {id === "mail-in" && <MailIn isDone={done} onTested={onTested} />}
        {page !== null && !done && (
          <Link to={page} className={`${toolClasses} mt-1 justify-self-start px-4 text-sm`}>
            {pageNames[page] ?? "Set it"}
          </Link>
        )}
      </div>
    </li>
  );
}

const pageNames: Readonly<Record<string, string>> = {
  "/admin/settings/firm": "Your firm",
  "/admin/settings/quotes": "Quotes and freight",
  "/admin/settings/users": "Users",
};

function MailOut({ onTested }: Pick<LineProps, "onTested">) {
  const action = useAction();
  const send = async () => {
    const { to, error } = await deskCall(readyCalls.mailOut, {});
    await onTested();
    if (error !== null) throw new CallProblem(`Not sent: ${mailErrorText(error)}.`);
    return `Sent to ${to}. Look whether it has arrived, and not among spam.`;
  };
  return <TestButton action={action} label="Send a test to me" test={send} />;
}

interface TestButtonProps {
  readonly action: ActionState;
  readonly label: string;
  readonly test: () => Promise<string | void>;
}

function TestButton({ action, label, test }: TestButtonProps) {
  return (
    <div className="mt-1">
      <Outcome action={action} />
      <ToolButton className="px-4 text-sm" onClick={() => void action.run(test)}>
        {label}
      </ToolButton>
    </div>
  );
}

const lookMs = 3000;

/** Looks again and again while a test is on its way. */
function MailIn({ isDone, onTested }: Pick<LineProps, "onTested"> & { readonly isDone: boolean }) {
  const action = useAction();
  const [test, setTest] = useState<MailInTest | null>(null);
  const isWaiting = test !== null && !isDone;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void onTested(), lookMs);
    return () => clearInterval(timer);
  }, [isWaiting, onTested]);
  const begin = async () => {
    setTest(await deskCall(readyCalls.mailIn, {}));
    await onTested();
  };
  if (isWaiting) return <Waiting test={test} />;
  return <TestButton action={action} label={isDone ? "Test it again" : "Test it"} test={begin} />;
}

function Waiting({ test: { address, code } }: { readonly test: MailInTest }) {
  const box = useFocusOnChange<HTMLDivElement>(code); // The button that was pressed has gone.
  return (
    <div ref={box} tabIndex={-1} className="grid justify-items-start gap-2 text-sm">
      <p>
        From your own mail program, send a mail to <strong>{address}</strong> with the subject{" "}
        <strong className="whitespace-nowrap">{code}</strong>.
      </p>
      <a href={`mailto:${address}?subject=${code}`} className={`${toolClasses} px-4 text-sm`}>
        Write that mail
      </a>
      <p role="status" className="text-ink-muted">
        Waiting for it to arrive…
      </p>
    </div>
  );
}
