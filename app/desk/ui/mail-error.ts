const errorTexts: Readonly<Record<string, string>> = {
  ESOCKET: "no connection to the mail server",
  ECONNECTION: "no connection to the mail server",
  ETLS: "no secure connection to the mail server",
  EDNS: "the mail server's name could not be resolved",
  ETIMEDOUT: "the mail server did not answer in time",
  timeout: "the mail server did not answer in time",
  EAUTH: "the mail server refused our sign-in",
  queue: "all connections to the mail server were busy",
  "server stopped": "our server was stopped",
  database: "our database could not be reached",
  restored: "a backup was restored",
  stopped: "it was no longer needed",
  readdressed: "the e-mail address was corrected",
  renewed: "its link was renewed",
};

/** Says an error class of a mail in words. */
export function mailErrorText(error: string): string {
  return errorTexts[error] ?? error.replace(/^smtp /, "the mail server answered ");
}
