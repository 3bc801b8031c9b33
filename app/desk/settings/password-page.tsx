import { PasswordForm } from "#app/desk/session/password-form.tsx";
import { useUser } from "#app/desk/ui/use-user.ts";
import { pageMeta } from "#app/shared/document/page-meta.ts";

import { Box, Section } from "./section.tsx";

export const meta = () => pageMeta({ title: "Password", hidden: true });

export default function Password() {
  const { email } = useUser();
  return (
    <Section title="Password" intro="Changing it signs you out in every other browser.">
      <Box>
        <PasswordForm
          email={email}
          currentLabel="Current password"
          buttonLabel="Change password"
          onChanged={() => "Your password has been changed. You are signed out everywhere else."}
        />
      </Box>
    </Section>
  );
}
