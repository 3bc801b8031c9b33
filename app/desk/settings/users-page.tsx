import { type SubmitEvent, useState } from "react";

import { deskCall, deskSend } from "#app/desk/api/desk-call.ts";
import { useUser } from "#app/desk/session/user.ts";
import { formText } from "#app/desk/ui/action.tsx";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { FormField } from "#app/shared/ui/field.tsx";
import {
  type Account,
  type AccountChange,
  newAccountFields,
  type Proof,
  resetDays,
  roleField,
} from "#domain/accounts.ts";
import { type DeskRole, deskRoleNames } from "#domain/desk-roles.ts";
import { deskCalls } from "#domain/desk-wire.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";

import { PasswordLinkBox } from "./password-link.tsx";
import { Badge, Box, OwnersOnly, Section } from "./section.tsx";

export const meta = () => pageMeta({ title: "Users", hidden: true });

export default function UsersPage() {
  return (
    <OwnersOnly>
      <Section
        title="Users"
        intro="Everyone here can sign in. What they see and may do depends on their role."
      >
        <UserList />
      </Section>
    </OwnersOnly>
  );
}

interface AccountQuestion {
  readonly about: keyof typeof acts;
  readonly account: Account;
}

function UserList() {
  const me = useUser();
  const state = useLoaded("accounts", () => deskCall(deskCalls.users, {}));
  const [question, setQuestion] = useState<AccountQuestion | null>(null);
  const [role, setRole] = useState<DeskRole>("staff"); // Chosen in the open dialog.
  const [link, setLink] = useState<{ name: string; token: string } | null>(null);
  const { data, reload } = state;
  const showLink = (name: string, token: string) => {
    setLink({ name, token });
    void reload();
  };
  const confirm = async ({ about, account }: AccountQuestion, proof: Proof) => {
    const { id } = account;
    if (about === "link")
      return showLink(account.full_name, (await deskCall(deskCalls.passwordLink, proof, { id })).token);
    const change: AccountChange = about === "role" ? { role, ...proof } : acts[about].change(proof);
    await deskSend(deskCalls.userChange, change, { id });
    // Owners who change themselves may not see this page any more.
    if (account.id === me.id) location.reload();
    else await reload();
  };
  return (
    <>
      {link !== null && <PasswordLinkBox {...link} onPassedOn={() => setLink(null)} />}
      {data === null ? (
        <Loading state={state} />
      ) : (
        <ul className="divide-line border-line bg-surface-raised divide-y rounded-sm border">
          {data.map((account) => (
            <li
              key={account.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3"
            >
              <UserName account={account} isMe={account.id === me.id} />
              <div className="flex flex-wrap gap-2">
                {actsFor(account, me.id).map((about) => (
                  <ToolButton
                    key={about}
                    className="px-4 text-sm"
                    onClick={() => {
                      setRole(account.role);
                      setQuestion({ about, account });
                    }}
                    aria-label={`${acts[about].tool}: ${account.full_name}`}
                  >
                    {acts[about].tool}
                  </ToolButton>
                ))}
              </div>
            </li>
          ))}
        </ul>
      )}
      <AddUser onAdded={showLink} />
      {question !== null && (
        <ConfirmDialog
          title={acts[question.about].title(question.account.full_name)}
          label={question.about === "role" ? "Save" : acts[question.about].tool}
          asksPassword={
            question.about === "role"
              ? role === "owner" && question.account.role !== "owner"
              : acts[question.about].asksPassword
          }
          onConfirm={(_, proof) => confirm(question, proof)}
          onClose={() => setQuestion(null)}
        >
          <p>{acts[question.about].text}</p>
          {question.about === "role" && <RoleChoice role={role} onChoose={setRole} />}
        </ConfirmDialog>
      )}
    </>
  );
}

/** The buttons of a user. The server decides what an owner may do. */
const acts = {
  role: {
    tool: "Role",
    title: (name: string) => `What may ${name} do?`,
    text: "It changes with their next press; they stay signed in.",
    asksPassword: false,
  },
  link: {
    tool: "Password link",
    title: (name: string) => `Make a password link for ${name}?`,
    text: `Whoever has the link can choose the password once, within ${resetDays} days. Their current password works until then.`,
    asksPassword: true,
  },
  disable: {
    tool: "Disable",
    title: (name: string) => `Disable ${name}?`,
    text: "They are signed out everywhere and cannot sign in until an owner enables them again.",
    asksPassword: true,
    change: (proof: Proof) => ({ disabled: true, ...proof }),
  },
  enable: {
    tool: "Enable",
    title: (name: string) => `Enable ${name}?`,
    text: "They can sign in again with their password.",
    asksPassword: false,
    change: () => ({ disabled: false }),
  },
} as const;

interface RoleChoiceProps {
  readonly role: DeskRole;
  readonly onChoose: (role: DeskRole) => void;
}

function RoleChoice({ role, onChoose }: RoleChoiceProps) {
  return (
    <div
      className="mt-4"
      onChange={({ target }) => {
        const chosen = deskRoleNames.find(
          (name) => target instanceof HTMLInputElement && name === target.value,
        );
        if (chosen !== undefined) onChoose(chosen);
      }}
    >
      <FormField name="role" field={roleField} initial={role} />
    </div>
  );
}

/** Users change their own password under Your account. */
function actsFor({ id, disabled_at }: Account, ownId: string): readonly AccountQuestion["about"][] {
  if (disabled_at !== null) return ["enable"];
  return ["role", ...(id === ownId ? [] : ["link" as const]), "disable"];
}

function UserName({ account, isMe }: { readonly account: Account; readonly isMe: boolean }) {
  const { full_name: name, email, role, reset_ends_at: endsAt } = account;
  const isActive = account.disabled_at === null;
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        <bdi className="wrap-anywhere">{name}</bdi>
        {isMe && <Badge look="info">You</Badge>}
        {role !== "staff" && <Badge look={isActive ? "info" : "off"}>{roleField.options[role]}</Badge>}
        {account.has_two_step && isActive && <Badge look="ok">Two-step</Badge>}
        {!isActive && <Badge look="off">Disabled</Badge>}
        {endsAt !== null && <Badge look="warn">Password link</Badge>}
      </p>
      <p className="text-ink-muted text-sm wrap-anywhere">
        <bdi>{email}</bdi>
        {endsAt !== null && <> · the link ends {formatNzDateTime(new Date(endsAt))}</>}
      </p>
    </div>
  );
}

function AddUser({ onAdded }: { readonly onAdded: (name: string, token: string) => void }) {
  const [filled, setFilled] = useState<HTMLFormElement | null>(null);
  const ask = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFilled(event.currentTarget);
  };
  const add = async (form: HTMLFormElement, proof: Proof) => {
    const role = deskRoleNames.find((name) => name === formText(form, "role")) ?? "staff";
    const account = { full_name: formText(form, "full_name"), email: formText(form, "email"), role };
    const { token } = await deskCall(deskCalls.newUser, { ...account, ...proof });
    onAdded(account.full_name, token);
    form.reset();
  };
  return (
    <Box title="Add a user">
      <form method="post" onSubmit={ask} className="grid max-w-md gap-5">
        {Object.entries(newAccountFields).map(([name, field]) => (
          <FormField
            key={name}
            name={name}
            field={field}
            isCapped
            initial={name === "role" ? "staff" : undefined}
          />
        ))}
        <Button type="submit" className="justify-self-start">
          Add user
        </Button>
      </form>
      {filled !== null && (
        <ConfirmDialog
          title={`Add ${formText(filled, "full_name")}?`}
          label="Add user"
          asksPassword
          onConfirm={(_, proof) => add(filled, proof)}
          onClose={() => setFilled(null)}
        >
          <p>They can sign in once they have chosen a password.</p>
        </ConfirmDialog>
      )}
    </Box>
  );
}
