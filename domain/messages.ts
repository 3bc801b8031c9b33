/** The error catalogue (specification section 8): the words both sides show. */
export const messages = {
  mailFailed: "Failed to send email",
  unexpected: "An unexpected error occurred",
  consentMissing: "You must agree to the privacy policy",
  loginFailed: "Login failed",
  loginRefused: "Invalid credentials or access denied",
  loadFailed: "Failed to load data",
  statusUpdateFailed: "Failed to update status",
  routing: "Unexpected Application Error!",
} as const;
