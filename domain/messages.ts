import { firm } from "./firm.ts";

/** The error catalogue (specification section 8) and the texts about limits: server and pages show both. */
export const messages = {
  mailFailed: "Failed to send email",
  unexpected: "An unexpected error occurred",
  consentMissing: "You must agree to the privacy policy",
  loginFailed: "Login failed",
  loginRefused: "Invalid credentials or access denied",
  loadFailed: "Failed to load data",
  statusUpdateFailed: "Failed to update status",
  orderUpdateFailed: "Failed to note the order",
  recordChanged:
    "Someone changed this record after you opened it. Nothing was overwritten: check it again before you change it.",
  dealNotMerged:
    "has a quote or an order: withdraw the quote or cancel the order first, or close the other request instead",
  diskFull: "The disk is full: nothing was saved or sent. Tell the person who runs the server",
  recordMissing: "No record has this reference",
  get tooManySubmissions() {
    return `Too many requests just now. Please try again in a few minutes, or phone us on ${firm.phone}.`;
  },
  tooManySignIns: "Too many sign-in attempts. Please wait a while and try again.",
  routing: "Unexpected Application Error!",
} as const;
