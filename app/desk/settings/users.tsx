import { useState } from "react";

import { changeAccount, listAccounts } from "#app/desk/api/accounts.ts";
import { Loading } from "#app/desk/ui/loading.tsx";
import { Outcome } from "#app/desk/ui/outcome.tsx";
import { useAction } from "#app/desk/ui/use-action.ts";
import { useLoaded } from "#app/desk/ui/use-loaded.ts";
import { useUser } from "#app/desk/ui/use-user.ts";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import type { Account } from "#domain/accounts.ts";

import { AddUser } from "./add-user.tsx";
import { FirstPassword } from "./first-password.tsx";
import { Section } from "./section.tsx";
import { UserDialog, type UserQuestion } from "./user-dialog.tsx";
import { UserRow } from "./user-row.tsx";

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
