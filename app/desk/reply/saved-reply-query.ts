import { queryOptions } from "@tanstack/react-query";

import { listReplies } from "#app/desk/api/settings.ts";
import { minuteMs } from "#domain/durations.ts";

/** Loaded once, with the first record; the settings are another page, which lets the desk forget them. */
export const savedReplies = queryOptions({
  queryKey: ["saved-replies"],
  queryFn: listReplies,
  staleTime: 5 * minuteMs,
  gcTime: Infinity,
});
