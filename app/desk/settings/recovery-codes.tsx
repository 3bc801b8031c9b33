import { Download } from "lucide-react";

import { toolClasses } from "#app/desk/ui/tool.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { useArrival } from "#app/shared/ui/use-arrival.ts";
import { business } from "#domain/business.ts";

import { CopyButton } from "./copy-button.tsx";
import { Box } from "./section.tsx";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** The codes for a lost phone, shown this once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const box = useArrival<HTMLDivElement>(codes);
  const text = codes.join("\n");
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${business.name} recovery codes\n\n${text}\n`)}`;
  return (
    <div ref={box} tabIndex={-1}>
      <Box title="Keep these recovery codes">
        <p className="mb-4 max-w-[65ch]">
          Two-step sign-in is on. If your phone is lost, each of these signs you in once. They are shown only
          now: print them, or put them in your password manager.
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
        <Button onClick={onKept}>I have kept them</Button>
      </Box>
    </div>
  );
}
