import { Button } from "#app/shared/ui/button.tsx";
import { useArrival } from "#app/shared/ui/use-arrival.ts";

import { CopyButton } from "./copy-button.tsx";

interface FirstPasswordProps {
  readonly name: string;
  readonly password: string;
  readonly onKept: () => void;
}

/** A password to hand over, shown this once. */
export function FirstPassword({ name, password, onKept }: FirstPasswordProps) {
  const box = useArrival<HTMLDivElement>(password);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={`First password for ${name}`}
      className="border-ok bg-ok-soft mb-6 grid justify-items-start gap-3 rounded-sm border-2 p-4"
    >
      <p>
        First password for <bdi className="font-semibold">{name}</bdi>. It is shown only now and works for 7
        days: hand it over, and they choose their own after signing in.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <code className="text-xl wrap-anywhere select-all">{password}</code>
        <CopyButton what="the first password" text={password} />
      </div>
      <Button look="outline" onClick={onKept}>
        I have handed it over
      </Button>
    </div>
  );
}
