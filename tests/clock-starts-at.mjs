// Loaded into a server's process before it: its clock starts at CLOCK_STARTS_AT and goes on from there.
const { now } = Date;
const ahead = Date.parse(process.env["CLOCK_STARTS_AT"] ?? "") - now();

Date.now = () => now() + ahead;

globalThis.Date = new Proxy(Date, {
  construct: (RealDate, parts) => Reflect.construct(RealDate, parts.length === 0 ? [Date.now()] : parts),
});
