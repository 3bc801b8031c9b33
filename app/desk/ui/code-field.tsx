import { useEffect, useId, useRef, useState } from "react";

import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { deskMessages } from "#domain/desk-wire.ts";

/** The second step of signing in: six digits from the app, or a recovery code. Takes the focus. */
export function CodeField() {
  const [isRecovery, setIsRecovery] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => input.current?.focus(), [isRecovery]);
  const kind = isRecovery
    ? ({ inputMode: "text", autoComplete: "off", maxLength: 40 } as const)
    : ({ inputMode: "numeric", autoComplete: "one-time-code", maxLength: 7 } as const);
  return (
    <div className="mt-4 grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {isRecovery ? "Recovery code" : "Code"}
      </label>
      <p id={`${id}-hint`} className="text-ink-muted text-sm">
        {isRecovery ? "One of the ten you saved. Each works once." : deskMessages.codeRequired}
      </p>
      <input
        key={String(isRecovery)}
        ref={input}
        id={id}
        name="code"
        required
        aria-describedby={`${id}-hint`}
        className={`${controlClasses} font-sign text-xl tracking-widest`}
        {...kind}
      />
      <button
        type="button"
        className="text-link min-h-11 justify-self-start text-sm"
        onClick={() => setIsRecovery(!isRecovery)}
      >
        {isRecovery ? "Use the app instead" : "No phone with you? Use a recovery code"}
      </button>
    </div>
  );
}
