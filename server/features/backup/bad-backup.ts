/** This backup cannot be used, or not here; the message says why and holds nothing secret. */
export class BadBackup extends Error {
  override readonly name = "BadBackup";
}
