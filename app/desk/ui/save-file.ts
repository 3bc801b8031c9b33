import type { LoadedFile } from "#app/desk/api/desk-call.ts";
import { minuteMs } from "#domain/durations.ts";

/** Gives a file to the browser, which saves it. Returns its name. */
export function saveFile({ name, content }: LoadedFile): string {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // A minute later, the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), minuteMs);
  return name;
}
