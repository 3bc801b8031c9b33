import { Download } from "lucide-react";
import { Suspense, lazy, useId } from "react";

import { confirmTwoStep } from "#app/desk/api/settings.ts";
import { Outcome, formText, useAction } from "#app/desk/ui/action.tsx";
import { CopyButton } from "#app/desk/ui/copy-button.tsx";
import { toolClasses } from "#app/desk/ui/tool.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { useFocusOnChange } from "#app/shared/ui/use-focus-on-change.ts";
import type { AuthenticatorKey } from "#domain/accounts.ts";
import { business } from "#domain/business.ts";

import { Box } from "./section.tsx";

const QrCode = lazy(() => import("./qr-code.tsx"));

interface TwoStepSetupProps {
  readonly authenticatorKey: AuthenticatorKey;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** Shows the secret as a QR code and as text, and asks for a first code from the app. */
export function TwoStepSetup({ authenticatorKey: { secret, uri }, onCodes }: TwoStepSetupProps) {
  const action = useAction();
  const id = useId();
  const submit = action.onSubmit(async (form) => onCodes(await confirmTwoStep(formText(form, "code"))));
  return (
    <Box title="1. Scan this with your app">
      <div className="flex flex-wrap items-start gap-6">
        <Suspense fallback={<div className="size-52" />}>
          <QrCode text={uri} />
        </Suspense>
        <div className="grid max-w-sm min-w-0 justify-items-start gap-3">
          <p>Or type it into the app:</p>
          <p className="font-sign text-xl tracking-wider wrap-anywhere select-all">
            {secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}
          </p>
          <div className="flex flex-wrap gap-2">
            <CopyButton what="the secret" text={secret} />
            <a href={uri} className={`${toolClasses} px-3 text-sm`}>
              Open the app on this phone
            </a>
          </div>
        </div>
      </div>
      <h3 className="mt-8 mb-3 text-xl">2. Enter the code it shows</h3>
      <Outcome action={action} />
      <form method="post" onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <div className="grid gap-1">
          <label htmlFor={id} className="font-semibold">
            Code
          </label>
          <input
            id={id}
            name="code"
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            aria-invalid={action.problemAt("code") !== undefined || undefined}
            aria-describedby={action.problemAt("code")}
            className={`${controlClasses} font-sign max-w-40 text-xl tracking-widest`}
          />
        </div>
        <Button type="submit" aria-disabled={action.isBusy}>
          Switch on
        </Button>
      </form>
    </Box>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const box = useFocusOnChange<HTMLDivElement>(codes);
  const text = codes.join("\n");
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${business.name} recovery codes\n\n${text}\n`)}`;
  return (
    <div ref={box} tabIndex={-1}>
      <Box title="Save these recovery codes">
        <p className="mb-4 max-w-[65ch]">
          Two-step sign-in is on. If you lose your phone, each of these codes signs you in once. They are
          shown only this once: print them, or save them in your password manager.
        </p>
        <ol className="font-sign mb-5 grid gap-y-1 text-lg wrap-anywhere">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="mb-6 flex flex-wrap gap-2">
          <CopyButton what="the recovery codes" text={text} />
          <a href={file} download="recovery-codes.txt" className={`${toolClasses} px-3 text-sm`}>
            <Download aria-hidden className="size-4 shrink-0" /> Download
          </a>
        </div>
        <Button onClick={onSaved}>I have saved them</Button>
      </Box>
    </div>
  );
}
