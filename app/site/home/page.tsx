import { BadgePercent, ClipboardCheck, Clock, ReceiptText, ShieldCheck, Wrench } from "lucide-react";

import { pageMeta } from "#app/shared/document/page-meta.ts";
import { businessData, JsonLd } from "#app/shared/document/structured-data.tsx";
import { Button, ButtonLink } from "#app/shared/ui/button.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { PhoneLink } from "#app/shared/ui/phone-link.tsx";
import { Drawing } from "#app/site/drawings/drawing.tsx";
import { quotePage } from "#app/site/layout/navigation.ts";
import { ClosingCall, Notes, PictureStory, Section } from "#app/site/layout/sections.tsx";
import { StockButton } from "#app/site/stock/if-stock.tsx";
import { firm } from "#domain/firm.ts";
import { factMarker } from "#domain/firm/page-facts.ts";
import { type QuotePrefillName, quotePrefillNames, quoteRequest } from "#domain/forms/quote-request.ts";
import { replyPhrase, shortReplyPhrase, upperFirst } from "#domain/reply-due.ts";

import { CategoryLinks } from "./category-links.tsx";
import { TrustGauges } from "./trust-gauges.tsx";

const quotedWithin = shortReplyPhrase(quoteRequest.replyRule);
const sameDay = upperFirst(quotedWithin.replace(/^(?:the|within) /, ""));

export const meta = () =>
  pageMeta({
    title: "Second-hand quad and motorcycle parts, NZ-wide",
    description: `Inspected second-hand quad bike and motorcycle parts from ${firm.town}, delivered across New Zealand. ${sameDay} quotes, fitment help, up to 70% off new.`,
  });

export default function HomePage() {
  return (
    <>
      <JsonLd data={businessData()} />
      <Hero />
      <QuickQuote />
      <TrustGauges />
      <QuoteSteps />
      <CategoryLinks />
      <Claims />
      <ClosingCall
        title="Machine off the road?"
        text={
          <>
            Tell us what broke. We reply {replyPhrase(quoteRequest.replyRule)}. Rather talk? Ring{" "}
            <PhoneLink />, {firm.hours_text}. {factMarker("closed_note")}
          </>
        }
        label="Start Here"
      />
    </>
  );
}

function Hero() {
  return (
    <section className="deep border-deep-ink border-b-3">
      <div className="column grid items-end gap-x-12 gap-y-8 pt-8 sm:pt-12 md:grid-cols-2 lg:grid-cols-[6fr_7fr] lg:pt-14">
        <div className="grid gap-5 self-center md:pb-10 lg:pb-14">
          <p className="font-sign text-deep-accent text-lg leading-6 font-semibold tracking-wide">
            Quad and motorcycle wreckers, {firm.town}
          </p>
          <h1 className="text-[clamp(2.5rem,12.4vw,3.75rem)] md:text-[2.75rem] lg:text-6xl xl:text-7xl">
            <span className="block">Used parts that fit.</span>{" "}
            <span className="block">Get it going again.</span>
          </h1>
          <p className="text-deep-muted max-w-[34rem] text-lg">
            {`Tell us the machine and the part. We check the fit, price it ${quotedWithin} and send it tracked, anywhere in New Zealand. Up to 70% off the new price.`}
          </p>
          <div className="flex flex-wrap gap-3">
            <StockButton to={quotePage} label="Get Your Quote Now" />
            <ButtonLink to="/how-it-works" look="outline" className="grow sm:grow-0">
              How It Works
            </ButtonLink>
          </div>
        </div>
        <Drawing name="farm-quad" />
      </div>
    </section>
  );
}

const steps = [
  {
    scene: "ask-scene",
    title: "Request a quote",
    text: "Tell us the machine and the part. Two minutes, no account.",
  },
  {
    scene: "check-scene",
    title: "We confirm and quote",
    text: "We check that it fits and that we have it, and e-mail a price.",
  },
  {
    scene: "approve-scene",
    title: "You approve by e-mail",
    text: "The link in our e-mail opens your quote. Approve it there, and pay the invoice by bank transfer or card.",
  },
  {
    scene: "deliver-scene",
    title: "We ship with tracking",
    text: "Most orders arrive in 2-4 business days, NZ-wide.",
  },
] as const;

function QuoteSteps() {
  return (
    <Section title="How It Works" sunken>
      <PictureStory steps={steps} />
    </Section>
  );
}

const claims = [
  {
    Icon: ClipboardCheck,
    title: "Every part inspected",
    text: "Checked and graded A, B or C before we quote it.",
  },
  {
    Icon: Clock,
    title: `${sameDay} quotes`,
    text: "Ask while we are open and the answer is in your inbox that day.",
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
    text: "If we said it fits and it doesn't, we send the right part or refund you.",
  },
];

function Claims() {
  return (
    <Section title="Straight up" sunken>
      <Notes notes={claims} columns={3} />
    </Section>
  );
}

const labels: Readonly<Record<QuotePrefillName, string>> = {
  make: "Make",
  model: "Model",
  year: "Year",
  part: "Part",
};

const id = "quick-quote";

/** Fills in the full form: from this tab's storage (app/site/browser/site.ts) or, without scripts, by query string. */
function QuickQuote() {
  return (
    <section aria-labelledby={`${id}-title`} className="column py-8 sm:py-12">
      <form
        method="get"
        action={quotePage}
        data-quick-quote=""
        className="border-line-strong bg-surface-raised grid items-end gap-x-4 gap-y-5 rounded-md border p-5 sm:grid-cols-2 sm:p-8 lg:grid-cols-[1fr_1fr_7rem_1.4fr_auto]"
      >
        <div className="grid gap-1 sm:col-span-full">
          <h2 id={`${id}-title`} className="text-3xl">
            Quick Quote Request
          </h2>
          <p className="text-ink-muted">Four details to start. The quote is free.</p>
        </div>
        {quotePrefillNames.map((name) => (
          <div key={name} className="grid gap-1">
            <label htmlFor={`${id}-${name}`} className="font-semibold">
              {labels[name]}
            </label>
            <input
              id={`${id}-${name}`}
              name={name}
              required
              inputMode={name === "year" ? "numeric" : "text"}
              className={controlClasses}
            />
          </div>
        ))}
        <Button type="submit" className="sm:col-span-2 lg:col-span-1">
          Start My Quote
        </Button>
      </form>
    </section>
  );
}
