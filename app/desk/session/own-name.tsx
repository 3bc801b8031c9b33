import { createContext, type ReactNode, use, useState } from "react";

import { Dialog } from "#app/desk/ui/dialog.tsx";
import { Logo } from "#app/shared/ui/logo.tsx";
import { isNameless } from "#domain/reply-text.ts";

import { NameForm } from "./name-form.tsx";

/** Opens the question for the user's name; null if they have one. */
const AskForName = createContext<(() => void) | null>(null);

interface NameQuestionProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** Lets the pages inside ask a user without a name for it. */
export function NameQuestion({ name, children }: NameQuestionProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <AskForName value={isNameless(name) ? () => setIsOpen(true) : null}>
      {children}
      <Dialog title="Your name" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <div className="mt-4">
          <NameForm onNamed={() => setIsOpen(false)} />
        </div>
      </Dialog>
    </AskForName>
  );
}

/** For the header of the desk: nothing once the user has a name. */
export function NamePrompt() {
  const ask = use(AskForName);
  if (ask === null) return null;
  return (
    <button
      type="button"
      className="text-link min-h-11 px-2 text-sm font-semibold whitespace-nowrap max-lg:hidden"
      onClick={ask}
    >
      Add your name
    </button>
  );
}

interface NamePageProps {
  readonly onDone: () => void;
}

/** The page after the first password of a user without a name. */
export function NamePage({ onDone }: NamePageProps) {
  return (
    <main className="grid min-h-dvh content-center justify-items-center px-4 py-8">
      <div className="border-line bg-surface-raised w-full max-w-md rounded-md border p-6">
        <Logo />
        <h1 className="mt-5 mb-4 text-2xl">What is your name?</h1>
        <NameForm onNamed={onDone} />
        <button type="button" className="text-link mt-4 min-h-11 text-sm" onClick={onDone}>
          Not now
        </button>
      </div>
    </main>
  );
}
