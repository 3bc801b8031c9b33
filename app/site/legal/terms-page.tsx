import { pageMeta } from "#app/shared/document/page-meta.ts";
import { PageLink } from "#app/shared/ui/page-link.tsx";
import { firm } from "#domain/firm.ts";
import { gradeSentences } from "#domain/grades.ts";

import { Address, type LegalSection, LegalText } from "./legal-text.tsx";

export const meta = () =>
  pageMeta({
    title: "Terms of sale",
    description:
      "Quotes, prices in NZD including GST, payment before dispatch, delivery, our fitment guarantee, grades, and returns within 14 days on top of your rights under the Consumer Guarantees Act.",
    image: "help",
  });

export default function TermsPage() {
  return (
    <LegalText
      label="Terms"
      path="/terms"
      title="Terms of sale"
      lead="The quote is free, its price is the whole price, you pay before we send, and you have 14 days to send it back."
      sections={termsSections}
    />
  );
}

/** The terms of sale, in the order of a sale. */
const termsSections: readonly LegalSection[] = [
  {
    id: "us",
    title: "Who you're dealing with",
    content: (
      <>
        <p>
          {firm.trading_name} is a trading name of {firm.legal_name}, which sells second-hand quad bike and
          motorcycle parts in trade. GST number <span className="whitespace-nowrap">{firm.gst_number}</span>.
        </p>
        <Address />
        <p>
          Nothing in these terms takes away rights you have under the Consumer Guarantees Act 1993 or the Fair
          Trading Act 1986.
        </p>
      </>
    ),
  },
  {
    id: "quotes",
    title: "Quotes and orders",
    content: (
      <>
        <p>
          A quote is free, with no obligation. It gives the part, its grade, the price, the delivery and how
          long the quote is good for. Most parts are one-offs: until you approve the quote, someone else may
          buy the part.
        </p>
        <p>
          You order by approving the quote, on the page that our e-mail links to or by telling us. You can
          take that back until you pay. We hold the part until the date on that page; without payment, the
          order then ends and you owe nothing. The sale is made when your payment arrives. If we can't supply
          the part after that, we refund you in full.
        </p>
      </>
    ),
  },
  {
    id: "prices",
    title: "Prices and payment",
    content: (
      <>
        <p>
          Prices are in New Zealand dollars (NZD) and include GST. The quote shows what delivery costs. There
          are no other charges.
        </p>
        <p>
          We need full payment before dispatch: by bank transfer with the code on the invoice page that we
          link to, or by card where that page offers it. We add no surcharge. We never send our bank details
          by e-mail. If a message has some, ring us before you pay.
        </p>
      </>
    ),
  },
  {
    id: "grades",
    title: "Grades",
    content: (
      <>
        <p>Every part is inspected, and sold as second-hand with one of three grades:</p>
        <ul className="marker:text-brand grid list-disc gap-2 pl-5">
          {gradeSentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p>The grade describes wear. The quote lists any marks and faults you should know about.</p>
      </>
    ),
  },
  {
    id: "delivery",
    title: "Delivery",
    content: (
      <p>
        We send with tracking. Most orders arrive in 2-4 business days, NZ-wide. Rural addresses and oversize
        parts can take longer, and the quote says so. The part is at our risk until it reaches you: if it is
        lost or damaged on the way, tell us and we will sort it out with the carrier. You can also collect the
        part from our yard, or from a carrier's depot, where the quote says so.
      </p>
    ),
  },
  {
    id: "fit",
    title: "Fitment guarantee",
    content: (
      <>
        <p>
          If we said in the quote that a part fits the machine you described and it doesn't, we send one that
          does, or refund the part and its delivery. We also pay the return freight.
        </p>
        <p>
          To claim, write to us with your reference number and a photo before altering the part. The guarantee
          depends on what you told us: a changed engine, a frame from another year or a wrong model code is
          beyond what we can check.
        </p>
      </>
    ),
  },
  {
    id: "returns",
    title: "Returns within 14 days",
    content: (
      <>
        <p>
          Changed your mind? You may return any part. Tell us within 14 days of delivery, and send it back as
          it came: not fitted, not altered, packed well. We refund the price of the part when we have it back.
          You pay the return freight then. Your rights under the Consumer Guarantees Act come on top of this.
        </p>
        <p>
          A part that is faulty, wrong or not as described is not limited to 14 days. Tell us what is wrong;
          we repair, replace or refund it as the law provides, and pay the freight.
        </p>
      </>
    ),
  },
  {
    id: "warranty",
    title: "Warranty and business buyers",
    content: (
      <>
        <p>
          If the quote gives a warranty beyond the law, it covers what the quote says, for as long as it says.
        </p>
        <p>
          If you buy for a business, we may agree in writing that the Consumer Guarantees Act does not apply,
          where that is fair and reasonable. Without such an agreement it applies as the law says.
        </p>
      </>
    ),
  },
  {
    id: "fitting",
    title: "Fitting and safety",
    content: (
      <p>
        Parts are for the machines they were made for, within the maker's limits. Have brakes, steering,
        suspension and crush protection fitted or checked by someone who knows how, and test before you ride.
      </p>
    ),
  },
  {
    id: "selling",
    title: "Selling to us",
    content: (
      <p>
        An offer is good until the end of the day it names. You accept it on the page that our e-mail links
        to. It depends on what you tell and show us, and we may change it if the machine turns out to be
        different. You must own it, with no money owing on it. As the law requires, we record who you are,
        with proof of identity, and check the machine before we pay. We pay at pick-up, by bank transfer or in
        cash.{" "}
        <PageLink to="/sell-vehicle" className="text-link">
          How selling works
        </PageLink>
        .
      </p>
    ),
  },
  {
    id: "law",
    title: "Law and changes",
    content: (
      <p>
        New Zealand law applies. The terms in force when you approve a quote apply to it. Our{" "}
        <PageLink to="/privacy" className="text-link">
          privacy statement
        </PageLink>{" "}
        says how we handle your details.
      </p>
    ),
  },
];
