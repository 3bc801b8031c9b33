import { giveFirstPassword, setDisabled } from "#app/api/accounts.ts";
import type { Account } from "#domain/accounts.ts";

import { ConfirmDialog } from "./confirm-dialog.tsx";

/** What is about to happen to a user. */
export interface UserQuestion {
  readonly about: "disable" | "first-password";
  readonly account: Account;
}

interface UserDialogProps {
  readonly question: UserQuestion;
  readonly onFirstPassword: (name: string, password: string) => void;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before a user is shut out, or gets another password. */
export function UserDialog({ question, onFirstPassword, onDone, onClose }: UserDialogProps) {
  const { about, account } = question;
  const { id, full_name: name } = account;
  if (about === "disable") {
    return (
      <ConfirmDialog
        title={`Disable ${name}?`}
        label="Disable"
        onConfirm={() => setDisabled(id, true).then(onDone)}
        onClose={onClose}
      >
        <p>They are signed out everywhere at once and cannot sign in until somebody enables them again.</p>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={`New first password for ${name}?`}
      label="Make one"
      asksPassword
      onConfirm={async (password) => onFirstPassword(name, await giveFirstPassword(id, password))}
      onClose={onClose}
    >
      <p>Their present password stops working and they are signed out everywhere at once.</p>
    </ConfirmDialog>
  );
}
