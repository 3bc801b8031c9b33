import { CopyButton } from "#app/desk/ui/tool.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { useFocusOnChange } from "#app/shared/ui/use-focus-on-change.ts";
import { choosePasswordPath, resetDays } from "#domain/accounts.ts";

interface PasswordLinkProps {
  readonly name: string;
  readonly token: string;
  readonly onPassedOn: () => void;
}

/** Shows the link by which a user chooses a password, once. */
export function PasswordLinkBox({ name, token, onPassedOn }: PasswordLinkProps) {
  const box = useFocusOnChange<HTMLDivElement>(token);
  const link = `${location.origin}${choosePasswordPath}#${token}`;
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={`Password link for ${name}`}
      className="border-ok bg-ok-soft mb-6 grid justify-items-start gap-3 rounded-sm border-2 p-4"
    >
      <p>
        Link for <bdi className="font-semibold">{name}</bdi> to choose a password. It is shown only this once
        and works once, within {resetDays} days. Pass it on only to them.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <code className="wrap-anywhere select-all">{link}</code>
        <CopyButton what="the link" text={link} />
      </div>
      <Button look="outline" onClick={onPassedOn}>
        I have passed it on
      </Button>
    </div>
  );
}
