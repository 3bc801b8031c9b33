import { BadgePercent, ClipboardCheck, Clock, ReceiptText, ShieldCheck, Wrench } from "lucide-react";

const claims = [
  {
    Icon: ClipboardCheck,
    title: "Every part inspected",
    text: "Checked and graded A, B or C before we quote it.",
  },
  {
    Icon: Clock,
    title: "Same day quotes",
    text: "Ask on a working day and the answer is in your inbox that day.",
  },
  { Icon: ReceiptText, title: "No hidden fees", text: "Prices in NZD, GST included." },
  {
    Icon: Wrench,
    title: "Fitment help included",
    text: "Not sure which model you have? Send what you know.",
  },
  { Icon: BadgePercent, title: "Save up to 70%", text: "Compared with the same part new." },
  {
    Icon: ShieldCheck,
    title: "Fitment guarantee",
    text: "If we said it fits and it does not, send it back within 14 days.",
  },
];

/** What we promise, in our own words. */
export function Claims() {
  return (
    <section aria-labelledby="claims-title" className="bg-surface-sunken py-14 sm:py-20">
      <div className="column grid gap-8">
        <h2 id="claims-title" className="text-4xl">
          Straight up
        </h2>
        <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          {claims.map(({ Icon, title, text }) => (
            <li key={title} className="grid grid-cols-[auto_minmax(0,1fr)] grid-rows-[auto_1fr] gap-x-4">
              <Icon aria-hidden strokeWidth={1.5} className="text-brand row-span-2 mt-0.5 size-9" />
              <h3 className="text-2xl">{title}</h3>
              <p className="text-ink-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
