/** Asks the person for their password again; false if they would rather not. */
type AskForPassword = () => Promise<boolean>;

let askForPassword: AskForPassword | null = null;
let asking: Promise<boolean> | undefined;

/** Sets how `confirmInPlace` asks for the password; returns a function that takes it back. */
export function whenPasswordRequired(ask: AskForPassword): () => void {
  askForPassword = ask;
  return () => {
    if (askForPassword === ask) askForPassword = null;
  };
}

/** Asks for the password again, once for all calls that wait for it. Returns false if nobody can be asked. */
export function confirmInPlace(): Promise<boolean> {
  if (askForPassword === null) return Promise.resolve(false);
  asking ??= askForPassword().finally(() => {
    asking = undefined;
  });
  return asking;
}
