import { type SubmitEvent, useId, useState } from "react";
import { useLocation } from "react-router";
import * as v from "valibot";

import { changePassword } from "#app/api/accounts.ts";
import { pageMeta } from "#app/document/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { passwordMinLength } from "#domain/accounts.ts";

import { useUser } from "../use-user.ts";
import { formText } from "./form-text.ts";
import { Outcome } from "./outcome.tsx";
import { PasswordField } from "./password-field.tsx";
import { Box, Section } from "./section.tsx";
import { useAction } from "./use-action.ts";

export const meta = () => pageMeta({ title: "Password", hidden: true });

/** How the login page sends somebody here who came in with a first password. */
const fromLogin = v.object({ hasFirstPassword: v.literal(true) });

const hint = `At least ${passwordMinLength} characters. A few words that do not belong together are strong and easy to type.`;

/** Where users change their own password. */
export default function Password() {
  const { email } = useUser();
  const action = useAction();
  const [isShown, setIsShown] = useState(false);
  const problemId = useId();
  const hasFirstPassword = v.is(fromLogin, useLocation().state);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const changed = await action.run(async () => {
      await changePassword(formText(form, "current"), formText(form, "next"));
      return "Your password is changed. You are signed out everywhere else.";
    });
    if (changed) form.reset();
  };

  const problemOf = (field: string) => (action.problem?.field === field ? problemId : undefined);
  return (
    <Section
      title="Password"
      intro={
        hasFirstPassword
          ? "You came in with a first password, which works for a week only. Choose your own now."
          : "Changing it signs you out in every other browser."
      }
    >
      <Box>
        <Outcome action={action} id={problemId} />
        <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-5">
          <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            name="current"
            label="Current password"
            autoComplete="current-password"
            isShown={isShown}
            problemId={problemOf("current")}
          />
          <PasswordField
            name="next"
            label="New password"
            hint={hint}
            autoComplete="new-password"
            isShown={isShown}
            problemId={problemOf("next")}
          />
          <label className="flex min-h-11 items-center gap-3 justify-self-start">
            <input
              type="checkbox"
              checked={isShown}
              onChange={(event) => setIsShown(event.target.checked)}
              className="accent-brand size-6 shrink-0"
            />
            Show passwords
          </label>
          <Button type="submit" className="justify-self-start" aria-disabled={action.isBusy}>
            {action.isBusy ? "Changing..." : "Change password"}
          </Button>
        </form>
      </Box>
    </Section>
  );
}
