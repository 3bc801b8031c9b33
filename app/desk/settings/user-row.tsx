import { changeAccount, giveFirstPassword } from "#app/desk/api/settings.ts";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import type { Account } from "#domain/accounts.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";

import { Badge } from "./section.tsx";

interface UserRowProps {
  readonly account: Account;
  readonly isMe: boolean;
  readonly onEnable: () => void;
  readonly onAsk: (about: UserQuestion["about"]) => void;
}

export function UserRow({ account, isMe, onEnable, onAsk }: UserRowProps) {
  const { full_name: name, is_owner: isOwner, disabled_at: disabledAt } = account;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3">
      <UserName account={account} isMe={isMe} />
      {disabledAt !== null ? (
        <Tool label="Enable" about={name} onUse={onEnable} />
      ) : (
        <div className="flex flex-wrap gap-2">
          {isOwner ? (
            <Tool label="Remove as owner" about={name} onUse={() => onAsk("remove-owner")} />
          ) : (
            <Tool label="Make owner" about={name} onUse={() => onAsk("make-owner")} />
          )}
          {!isMe && (
            <Tool label="New first password" about={`for ${name}`} onUse={() => onAsk("first-password")} />
          )}
          <Tool label="Disable" about={name} onUse={() => onAsk("disable")} />
        </div>
      )}
    </li>
  );
}

function UserName({ account, isMe }: Pick<UserRowProps, "account" | "isMe">) {
  const { full_name: name, email, is_owner: isOwner, password_ends_at: endsAt } = account;
  const isActive = account.disabled_at === null;
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        <bdi className="wrap-anywhere">{name}</bdi>
        {isMe && <Badge look="info">You</Badge>}
        {isOwner && <Badge look={isActive ? "info" : "off"}>Owner</Badge>}
        {account.has_two_step && isActive && <Badge look="ok">Two-step</Badge>}
        {!isActive && <Badge look="off">Disabled</Badge>}
        {isActive && endsAt !== null && <Badge look="warn">First password</Badge>}
      </p>
      <p className="text-ink-muted text-sm wrap-anywhere">
        <bdi>{email}</bdi>
        {isActive && endsAt !== null && <> · until {formatNzDateTime(new Date(endsAt))}</>}
      </p>
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  /** Follows the label for screen readers. */
  readonly about: string;
  readonly onUse: () => void;
}

function Tool({ label, about, onUse }: ToolProps) {
  return (
    <ToolButton className="px-4 text-sm" onClick={onUse} aria-label={`${label} ${about}`}>
      {label}
    </ToolButton>
  );
}

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
  readonly text: string;
}

const wordings: Readonly<Record<UserQuestion["about"], Wording>> = {
  disable: {
    title: (name) => `Disable ${name}?`,
    label: "Disable",
    text: "They are signed out everywhere and cannot sign in until an owner enables them again.",
  },
  "first-password": {
    title: (name) => `New first password for ${name}?`,
    label: "Make one",
    text: "Their current password stops working and they are signed out everywhere.",
  },
  "make-owner": {
    title: (name) => `Make ${name} an owner?`,
    label: "Make owner",
    text: "Owners add and disable users, make other users owners, read the audit list and export records.",
  },
  "remove-owner": {
    title: (name) => `Remove ${name} as an owner?`,
    label: "Remove as owner",
    text: "They keep access to records, replies and their own settings.",
  },
};

export function UserDialog({ question, onFirstPassword, onDone, onClose }: UserDialogProps) {
  const { about, account } = question;
  const { title, label, text } = wordings[about];
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
      <p>{text}</p>
    </ConfirmDialog>
  );
}
