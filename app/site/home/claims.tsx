import { BadgePercent, ClipboardCheck, Clock, ReceiptText, ShieldCheck, Wrench } from "lucide-react";

import { Notes } from "#app/shared/ui/notes.tsx";
import { Section } from "#app/shared/ui/section.tsx";

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
    <Section title="Straight up" sunken>
      <Notes notes={claims} columns={3} />
    </Section>
  );
}
