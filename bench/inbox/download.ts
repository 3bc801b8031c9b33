import { ImapFlow } from "imapflow";

/** Downloads all of a mailbox by one command, as fast as imapflow does, and keeps nothing. */
const [, , port = "", user = ""] = process.argv;
const start = performance.now();
const client = new ImapFlow({
  host: "127.0.0.1",
  port: Number(port),
  auth: { user, pass: "secret" },
  doSTARTTLS: false,
  logger: false,
});
await client.connect();
await client.mailboxOpen("INBOX");
let messages = 0;
for await (const { source } of client.fetch("1:*", { source: true, internalDate: true })) {
  if (source !== undefined) messages += 1;
}
console.log(`${messages} messages in ${performance.now() - start} ms`);
await client.logout();
