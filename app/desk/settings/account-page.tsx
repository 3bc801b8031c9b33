import { deskCall, deskSend } from "#app/desk/api/desk-call.ts";
import { NameForm } from "#app/desk/session/name-form.tsx";
import { PasswordForm } from "#app/desk/session/password-form.tsx";
import { useUser } from "#app/desk/session/user.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { useNow } from "#app/shared/document/use-clock.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { type OwnSession, sessionEnds } from "#domain/accounts.ts";
import { deskCalls } from "#domain/desk-wire.ts";
import { recordAge } from "#domain/due-words.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";

import { Badge, Box, Section } from "./section.tsx";
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
  return (
    <Box title="Password">
      <p className="text-ink-muted mb-4">Changing it signs you out in every other browser.</p>
      <PasswordForm email={useUser().email} />
    </Box>
  );
}

function SessionsBox() {
  const state = useLoaded("sessions", () => deskCall(deskCalls.sessions, {}));
  const action = useAction();
  const { data, reload } = state;
  const end = (send: () => Promise<void>, message: string) =>
    void action.run(async () => {
      try {
        await send();
        return message;
      } finally {
        await reload();
      }
    });
  return (
    <Box title="Sessions">
      <p className="text-ink-muted mb-4">
        Where you are signed in. A session ends after {sessionEnds.idleHours} hours without use, and after{" "}
        {sessionEnds.days} days at the latest.
      </p>
      <Outcome action={action} />
      {data === null ? (
        <Loading state={state} />
      ) : (
        <ul className="divide-line border-line divide-y rounded-sm border">
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnd={() =>
                end(
                  () => deskSend(deskCalls.sessionEnd, {}, { id: session.id }),
                  `The session on ${session.browser} has ended.`,
                )
              }
            />
          ))}
        </ul>
      )}
      {data !== null && data.length > 1 && (
        <Button
          look="outline"
          className="mt-6"
          onClick={() => end(() => deskSend(deskCalls.sessionEnds, {}), "Signed out everywhere but here.")}
        >
          End all other sessions
        </Button>
      )}
    </Box>
  );
}

interface SessionRowProps {
  readonly session: OwnSession;
  readonly onEnd: () => void;
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const now = useNow();
  const { browser, is_this: isThis, created_at: createdAt, last_seen_at: lastSeenAt } = session;
  const signedIn = formatNzDateTime(new Date(createdAt));
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {browser} {isThis && <Badge look="ok">This one</Badge>}
        </p>
        <p className="text-ink-muted text-sm">
          Last seen{" "}
          <time dateTime={lastSeenAt} title={formatNzDateTime(new Date(lastSeenAt))}>
            {recordAge(new Date(lastSeenAt), now)}
          </time>
          , signed in <time dateTime={createdAt}>{signedIn}</time>
        </p>
      </div>
      {!isThis && (
        <ToolButton
          className="px-4 text-sm"
          onClick={onEnd}
          aria-label={`End session on ${browser}, signed in ${signedIn}`}
        >
          End session
        </ToolButton>
      )}
    </li>
  );
}
