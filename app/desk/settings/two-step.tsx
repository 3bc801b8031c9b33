import { Download } from "lucide-react";
import { Suspense, useId, useState } from "react";

import { deskCall, deskSend } from "#app/desk/api/desk-call.ts";
import { formText, Outcome, useAction } from "#app/desk/ui/action.tsx";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { QrCode } from "#app/desk/ui/qr-code.tsx";
import { CopyButton, toolClasses } from "#app/desk/ui/tool.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { useFocusOnChange } from "#app/shared/ui/use-focus-on-change.ts";
import { type AuthenticatorKey, type Proof } from "#domain/accounts.ts";
import { deskCalls } from "#domain/desk-wire.ts";
import { firm } from "#domain/firm.ts";

import { Box } from "./section.tsx";

/** Shows two-step sign-in: off, being set up, its recovery codes this one time, or on. */
export function TwoStepBox() {
  const state = useLoaded("two-step", () => deskCall(deskCalls.twoStep, {}));
  const [key, setKey] = useState<AuthenticatorKey | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { data, reload } = state;
  const showCodes = (fresh: readonly string[]) => {
    setCodes(fresh);
    setKey(null);
    void reload();
  };
  return (
    <Box title="Two-step sign-in">
      <p className="text-ink-muted mb-4">
        Signing in also takes a code from an app on your phone, so a stolen password is not enough.
      </p>
      {codes !== null ? (
        <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />
      ) : key !== null ? (
        <Setup authenticatorKey={key} onCodes={showCodes} />
      ) : data === null ? (
        <Loading state={state} />
      ) : data.is_on ? (
        <On codesLeft={data.recovery_codes_left} onCodes={showCodes} onOff={reload} />
      ) : (
        <Off onStarted={setKey} />
      )}
    </Box>
  );
}

function Off({ onStarted }: { readonly onStarted: (key: AuthenticatorKey) => void }) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <p className="mb-5 max-w-[65ch]">
        It is off. You need an authenticator app, such as Google Authenticator, Microsoft Authenticator, 2FAS
        or Aegis. Most password managers work too.
      </p>
      <Button onClick={() => setIsAsked(true)}>Set up two-step sign-in</Button>
      {isAsked && (
        <ConfirmDialog
          title="Set up two-step sign-in?"
          label="Set up"
          asksPassword
          onConfirm={async (_, body) => onStarted(await deskCall(deskCalls.twoStepStart, body))}
          onClose={() => setIsAsked(false)}
        >
          <p>It is on once you have entered a first code from your app.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface OnProps {
  readonly codesLeft: number;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onOff: () => Promise<void>;
}

function On({ codesLeft, onCodes, onOff }: OnProps) {
  const [question, setQuestion] = useState<"off" | "codes" | null>(null);
  const close = () => setQuestion(null);
  const renew = async (_: string, body: Proof) => {
    onCodes((await deskCall(deskCalls.recoveryCodes, body)).recovery_codes);
  };
  return (
    <>
      <p className="mb-5">
        It is on. {codesLeft === 1 ? "1 recovery code is left." : `${codesLeft} recovery codes are left.`}
        {codesLeft < 4 && " Make new ones soon."}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setQuestion("codes")}>Make new recovery codes</Button>
        <Button look="outline" onClick={() => setQuestion("off")}>
          Switch off
        </Button>
      </div>
      {question === "codes" && (
        <ConfirmDialog
          title="Make new recovery codes?"
          label="Make new ones"
          asksPassword
          onConfirm={renew}
          onClose={close}
        >
          <p>The codes you have saved stop working.</p>
        </ConfirmDialog>
      )}
      {question === "off" && (
        <ConfirmDialog
          title="Switch off two-step sign-in?"
          label="Switch off"
          asksPassword
          onConfirm={(_, body) => deskSend(deskCalls.twoStepOff, body).then(onOff)}
          onClose={close}
        >
          <p>Then anyone who knows your password can sign in.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface SetupProps {
  readonly authenticatorKey: AuthenticatorKey;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** Shows the secret as a QR code and as text, and asks for a first code from the app. */
function Setup({ authenticatorKey: { secret, uri }, onCodes }: SetupProps) {
  const action = useAction();
  const id = useId();
  const problemId = action.problemAt("code");
  const submit = action.onSubmit(async (form) => {
    const code = formText(form, "code");
    onCodes((await deskCall(deskCalls.twoStepOn, { code })).recovery_codes);
  });
  return (
    <>
      <h4 className="mb-3 text-lg">1. Scan this with your app</h4>
      <div className="flex flex-wrap items-start gap-6">
        <Suspense fallback={<div className="size-52" />}>
          <QrCode label="QR code for your authenticator app" text={uri} />
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
      <h4 className="mt-8 mb-3 text-lg">2. Enter the code it shows</h4>
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
            aria-invalid={problemId !== undefined || undefined}
            aria-describedby={problemId}
            className={`${controlClasses} font-sign max-w-40 text-xl tracking-widest`}
          />
        </div>
        <Button type="submit" aria-disabled={action.isBusy}>
          Switch on
        </Button>
      </form>
    </>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const box = useFocusOnChange<HTMLDivElement>(codes);
  const text = codes.join("\n");
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${firm.trading_name} recovery codes\n\n${text}\n`)}`;
  return (
    <div ref={box} tabIndex={-1}>
      <h4 className="mb-3 text-lg">Save these recovery codes</h4>
      <p className="mb-4 max-w-[65ch]">
        Two-step sign-in is on. If you lose your phone, each of these codes signs you in once. They are shown
        only this once: print them, or save them in your password manager.
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
    </div>
  );
}
