import { saleCalls } from "#domain/deals/sale-calls.ts";

import { deskSend } from "./desk-call.ts";

/** Adds a photo to a line of the draft. */
export function addPartPhoto(
  { ref, line, photo }: { readonly ref: string; readonly line: string; readonly photo: Blob },
  key: string,
): Promise<void> {
  const form = new FormData();
  form.append("ref", ref);
  form.append("line", line);
  form.append("photo", photo, "photo.jpg");
  return deskSend(saleCalls.quotePhoto, form, { key, timeoutMs: longestUploadMs });
}

const longestUploadMs = 120_000;
