import { useState } from "react";

import { addAccount, changeAccount, listAccounts } from "#app/desk/api/settings.ts";
import { Outcome, formText, useAction } from "#app/desk/ui/action.tsx";
import { CopyButton } from "#app/desk/ui/copy-button.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { useUser } from "#app/desk/ui/use-user.ts";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { FormField } from "#app/shared/ui/field.tsx";
import { useFocusOnChange } from "#app/shared/ui/use-focus-on-change.ts";
import { type Account, firstPasswordDays, newAccountFields } from "#domain/accounts.ts";

import { Box, Section } from "./section.tsx";
import { UserDialog, type UserQuestion, UserRow } from "./user-row.tsx";

export const meta = () => pageMeta({ title: "Users", hidden: true });

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
      return `${name} can sign in again.`;
    });
  return (
    <Section
      title="Users"
      intro="Everyone here can use the desk. Owners also manage users, read the audit list and export records."
    >
      <Outcome action={action} />
      {given !== null && <FirstPassword {...given} onPassedOn={() => setGiven(null)} />}
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
          // Owners who change themselves may not see this page any more.
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

function AddUser({ onAdded }: AddUserProps) {
  const action = useAction();
  const submit = action.onSubmit(async (form) => {
    const account = { full_name: formText(form, "full_name"), email: formText(form, "email") };
    onAdded(account.full_name, await addAccount(account));
    form.reset();
  });
  return (
    <Box title="Add a user">
      <Outcome action={action} />
      <form method="post" onSubmit={submit} className="grid max-w-md gap-5">
        {Object.entries(newAccountFields).map(([name, field]) => (
          <FormField key={name} name={name} field={field} isCapped problemId={action.problemAt(name)} />
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
  readonly onPassedOn: () => void;
}

function FirstPassword({ name, password, onPassedOn }: FirstPasswordProps) {
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
        First password for <bdi className="font-semibold">{name}</bdi>. It is shown only this once and works
        for {firstPasswordDays} days. Pass it on: they choose their own after signing in.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <code className="text-xl wrap-anywhere select-all">{password}</code>
        <CopyButton what="the first password" text={password} />
      </div>
      <Button look="outline" onClick={onPassedOn}>
        I have passed it on
      </Button>
    </div>
  );
}
