import type { Account } from "#domain/accounts.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";

import { toolClasses } from "../tool.ts";
import { Badge } from "./badge.tsx";
import type { UserQuestion } from "./user-dialog.tsx";

interface UserRowProps {
  readonly account: Account;
  readonly isMe: boolean;
  readonly onEnable: () => void;
  readonly onAsk: (about: UserQuestion["about"]) => void;
}

const buttonClasses = `${toolClasses} px-4 text-sm`;

/** One user and what can be done with them. */
export function UserRow({ account, isMe, onEnable, onAsk }: UserRowProps) {
  const { full_name: name, email, disabled_at: disabledAt, password_ends_at: endsAt } = account;
  const isActive = disabledAt === null;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <bdi className="wrap-anywhere">{name}</bdi>
          {isMe && <Badge look="info">You</Badge>}
          {account.has_two_step && isActive && <Badge look="ok">Two-step</Badge>}
          {!isActive && <Badge look="off">Disabled</Badge>}
          {isActive && endsAt !== null && <Badge look="warn">First password</Badge>}
        </p>
        <p className="text-ink-muted text-sm wrap-anywhere">
          <bdi>{email}</bdi>
          {isActive && endsAt !== null && <> · until {formatNzDateTime(new Date(endsAt))}</>}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {isActive && !isMe && (
          <button
            type="button"
            className={buttonClasses}
            onClick={() => onAsk("first-password")}
            aria-label={`New first password for ${name}`}
          >
            New first password
          </button>
        )}
        {isActive ? (
          <button
            type="button"
            className={buttonClasses}
            onClick={() => onAsk("disable")}
            aria-label={`Disable ${name}`}
          >
            Disable
          </button>
        ) : (
          <button type="button" className={buttonClasses} onClick={onEnable} aria-label={`Enable ${name}`}>
            Enable
          </button>
        )}
      </div>
    </li>
  );
}
