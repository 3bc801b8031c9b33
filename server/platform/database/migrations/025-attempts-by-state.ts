/** SQLite used neither of the former partial indexes: it needs their condition word for word in a query. */
export const attemptsByState = [
  "drop index attempts_waiting",
  "drop index attempts_failed",
  "create index attempts_by_state on attempts (state, updated_at)",
];
