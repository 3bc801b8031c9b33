import { type SubmitEvent, useId, useState } from "react";

import { addAccount, changeAccount, listAccounts } from "#app/desk/api/accounts.ts";
import { Outcome, formText, useAction } from "#app/desk/ui/action.tsx";
import { CopyButton } from "#app/desk/ui/copy-button.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { useUser } from "#app/desk/ui/use-user.ts";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { FormField } from "#app/shared/ui/field.tsx";
import { useFocusOnChange } from "#app/shared/ui/use-focus-on-change.ts";
import { type Account, newAccountFields } from "#domain/accounts.ts";

import { Box, Section } from "./section.tsx";
import { UserDialog, type UserQuestion, UserRow } from "./user-row.tsx";

export const meta = () => pageMeta({ title: "Users", hidden: true });

/** Where owners add people, shut them out, and share their permission. */
export default function Users() {
  const me = useUser();
  const state = useLoaded(listAccounts);
  const action = useAction();
  const [question, setQuestion] = useState<UserQuestion | null>(null);
  const [given, setGiven] = useState<{ name: string; password: string } | null>(null);
  const { data, reload } = state;

  const show = (name: string, password: string) => {
    setGiven({ name, password });
    void reload();
  };
  const enable = ({ id, full_name: name }: Account) =>
    void action.run(async () => {
      await changeAccount(id, { disabled: false });
      await reload();
      return `${name} may sign in again.`;
    });
  return (
    <Section
      title="Users"
      intro="Everybody here works at the desk. Owners also manage users, read the audit list and export records."
    >
      <Outcome action={action} id="users-problem" />
      {given !== null && <FirstPassword {...given} onKept={() => setGiven(null)} />}
      {data === null ? (
        <Loading state={state} />
      ) : (
        <ul className="divide-line border-line bg-surface-raised divide-y rounded-sm border">
          {data.map((account) => (
            <UserRow
              key={account.id}
              account={account}
              isMe={account.id === me.id}
              onEnable={() => enable(account)}
              onAsk={(about) => setQuestion({ about, account })}
            />
          ))}
        </ul>
      )}
      <AddUser onAdded={show} />
      {question !== null && (
        <UserDialog
          question={question}
          onFirstPassword={show}
          // A change to oneself ends what this page may show.
          onDone={question.account.id === me.id ? reloadPage : reload}
          onClose={() => setQuestion(null)}
        />
      )}
    </Section>
  );
}

async function reloadPage(): Promise<void> {
  window.location.reload();
}

interface AddUserProps {
  readonly onAdded: (name: string, password: string) => void;
}

/** The form for a new user. */
function AddUser({ onAdded }: AddUserProps) {
  const action = useAction();
  const problemId = useId();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const account = { full_name: formText(form, "full_name"), email: formText(form, "email") };
    const isAdded = await action.run(async () => {
      onAdded(account.full_name, await addAccount(account));
      return null;
    });
    if (isAdded) form.reset();
  };
  const problemOf = (name: string) => (action.problem?.field === name ? problemId : undefined);
  return (
    <Box title="Add a user">
      <Outcome action={action} id={problemId} />
      <form method="post" onSubmit={(event) => void submit(event)} className="grid max-w-md gap-5">
        {Object.entries(newAccountFields).map(([name, field]) => (
          <FormField key={name} name={name} field={field} problemId={problemOf(name)} />
        ))}
        <Button type="submit" className="justify-self-start" aria-disabled={action.isBusy}>
          Add user
        </Button>
      </form>
    </Box>
  );
}

interface FirstPasswordProps {
  readonly name: string;
  readonly password: string;
  readonly onKept: () => void;
}

/** A password to hand over, shown this once. */
function FirstPassword({ name, password, onKept }: FirstPasswordProps) {
  const box = useFocusOnChange<HTMLDivElement>(password);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={`First password for ${name}`}
      className="border-ok bg-ok-soft mb-6 grid justify-items-start gap-3 rounded-sm border-2 p-4"
    >
      <p>
        First password for <bdi className="font-semibold">{name}</bdi>. It is shown only now and works for 7
        days: hand it over, and they choose their own after signing in.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <code className="text-xl wrap-anywhere select-all">{password}</code>
        <CopyButton what="the first password" text={password} />
      </div>
      <Button look="outline" onClick={onKept}>
        I have handed it over
      </Button>
    </div>
  );
}
