/** How many days a backup, and with it what was removed since, may be kept. */
export const backupDaysMax = 35;
