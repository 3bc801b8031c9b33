/** The visitor's page of a deal (deals.md 1.1). */
export const dealPath = "/my";
export const statusPath = "/status";

/** 128 bits as unpadded base64url. */
export const dealKeyPattern = /^[\w-]{22}$/;

/** After the path of a deal's page. */
export const stopRemindersPath = "/stop-reminders";
