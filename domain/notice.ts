import * as v from "valibot";

/** Something about the installation that staff should know, in words they can act on. */
export const noticeSchema = v.object({
  /** Names what it is about, for example `backups`. At most one notice has it. */
  id: v.string(),
  severity: v.picklist(["danger", "warn"]),
  title: v.string(),
  words: v.string(),
});
export type Notice = v.InferOutput<typeof noticeSchema>;

/** Response of `GET /functions/v1/notices`. */
export const noticesSchema = v.object({ notices: v.array(noticeSchema) });
