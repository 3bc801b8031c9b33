import { changePassword } from "#app/desk/api/settings.ts";
import { NameForm } from "#app/desk/session/name-form.tsx";
import { formText, Outcome, useAction } from "#app/desk/ui/action.tsx";
import { NewPasswordFields, PasswordField } from "#app/desk/ui/password-field.tsx";
import { useUser } from "#app/desk/ui/use-user.ts";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Button } from "#app/shared/ui/button.tsx";

import { Box, Section } from "./section.tsx";
import { SessionsBox } from "./sessions.tsx";
import { TwoStepBox } from "./two-step.tsx";

export const meta = () => pageMeta({ title: "Your account", hidden: true });

export default function AccountPage() {
  const { full_name: name } = useUser();
  return (
    <Section title="Your account" intro="Your name, how you sign in, and where you are signed in.">
      <Box title="Name">
        <NameForm key={name} name={name} />
      </Box>
      <PasswordBox />
      <TwoStepBox />
      <SessionsBox />
    </Section>
  );
}

function PasswordBox() {
  const { email } = useUser();
  const action = useAction();
  const submit = action.onSubmit(async (form) => {
    await changePassword(formText(form, "current"), formText(form, "next"));
    form.reset();
    return "Your password has been changed. You are signed out everywhere else.";
  });
  return (
    <Box title="Password">
      <p className="text-ink-muted mb-4">Changing it signs you out in every other browser.</p>
      <Outcome action={action} />
      <form method="post" onSubmit={submit} className="grid gap-5">
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          name="current"
          label="Current password"
          autoComplete="current-password"
          problemId={action.problemAt("current")}
        />
        <NewPasswordFields problemId={action.problemAt("next")} />
        <Button type="submit" className="justify-self-start" aria-disabled={action.isBusy}>
          {action.isBusy ? "Changing..." : "Change password"}
        </Button>
      </form>
    </Box>
  );
}
