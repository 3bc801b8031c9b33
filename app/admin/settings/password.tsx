import { pageMeta } from "#app/document/page-meta.ts";

import { useUser } from "../use-user.ts";
import { PasswordForm } from "./password-form.tsx";
import { Box, Section } from "./section.tsx";

export const meta = () => pageMeta({ title: "Password", hidden: true });

/** Where users change their own password. */
export default function Password() {
  const { email } = useUser();
  return (
    <Section title="Password" intro="Changing it signs you out in every other browser.">
      <Box>
        <PasswordForm
          email={email}
          currentLabel="Current password"
          buttonLabel="Change password"
          onChanged={() => "Your password is changed. You are signed out everywhere else."}
        />
      </Box>
    </Section>
  );
}
