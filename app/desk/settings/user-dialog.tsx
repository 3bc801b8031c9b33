import type { ReactNode } from "react";

import { changeAccount, giveFirstPassword } from "#app/desk/api/accounts.ts";
import type { Account } from "#domain/accounts.ts";

import { ConfirmDialog } from "./confirm-dialog.tsx";

/** What is about to happen to a user. */
export interface UserQuestion {
  readonly about: "disable" | "first-password" | "make-owner" | "remove-owner";
  readonly account: Account;
}

interface UserDialogProps {
  readonly question: UserQuestion;
  readonly onFirstPassword: (name: string, password: string) => void;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

interface Wording {
  readonly title: (name: string) => string;
  readonly label: string;
  readonly words: ReactNode;
}

const wordings: Readonly<Record<UserQuestion["about"], Wording>> = {
  disable: {
    title: (name) => `Disable ${name}?`,
    label: "Disable",
    words: "They are signed out everywhere at once and cannot sign in until somebody enables them again.",
  },
  "first-password": {
    title: (name) => `New first password for ${name}?`,
    label: "Make one",
    words: "Their present password stops working and they are signed out everywhere at once.",
  },
  "make-owner": {
    title: (name) => `Make ${name} an owner?`,
    label: "Make owner",
    words: "Owners add and disable users, make others owners, read the audit list and export records.",
  },
  "remove-owner": {
    title: (name) => `Remove ${name} as an owner?`,
    label: "Remove as owner",
    words: "They keep the desk: records, replies and their own settings.",
  },
};

/** Asks before a user is shut out, gets another password, or becomes an owner or ceases to be one. */
export function UserDialog({ question, onFirstPassword, onDone, onClose }: UserDialogProps) {
  const { about, account } = question;
  const { title, label, words } = wordings[about];
  const act = async () => {
    if (about === "first-password")
      return onFirstPassword(account.full_name, await giveFirstPassword(account.id));
    await changeAccount(
      account.id,
      about === "disable" ? { disabled: true } : { is_owner: about === "make-owner" },
    );
    return onDone();
  };
  return (
    <ConfirmDialog title={title(account.full_name)} label={label} onConfirm={act} onClose={onClose}>
      <p>{words}</p>
    </ConfirmDialog>
  );
}
