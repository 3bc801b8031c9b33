/** The visitor's page of a deal (deals.md 1.1). */
export const dealPath = "/my";
export const statusPath = "/status";

/** After the path of a deal's page. */
export const stopRemindersPath = "/stop-reminders";
