import { claims } from "#domain/deals/claims.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { shortReplyPhrase } from "#domain/reply-due.ts";

const answered = `${claims.answered.label} ${shortReplyPhrase(quoteRequest.replyRule)}`;
const readings = [{ ...claims.answered, label: answered }, claims.inspected, claims.delivered, claims.fits];

export function TrustGauges() {
  return (
    <section aria-label="How we are going" className="column pb-12 sm:pb-16">
      <ul className="deep border-deep-line bg-deep-raised grid grid-cols-2 gap-x-4 gap-y-8 rounded-md border px-4 py-8 sm:px-8 md:grid-cols-4 lg:gap-8">
        {readings.map(({ percent: value, label }) => (
          <li key={label} className="grid content-start justify-items-center text-center">
            <div className="w-full max-w-44">
              <Gauge value={value} />
            </div>
            <p className="font-sign -mt-5 mb-2 text-4xl leading-none font-bold tabular-nums">
              {value}
              <span className="ml-0.5 text-2xl font-semibold">%</span>
            </p>
            <p className="text-deep-muted max-w-40 text-sm leading-snug text-balance sm:text-base">{label}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface GaugeProps {
  /** From 0 to 100. */
  readonly value: number;
}

const marks = Array.from({ length: 11 }, (_, index) => index * 10);

/** Degrees from the top: 0 is at eight o'clock, 100 at four. */
const angleOf = (value: number) => value * 2.4 - 120;

const arc = "M18.43 84A48 48 0 1 1 101.57 84";

/** Decorative: the value is next to it as text. app/site/browser/site.ts moves the needle. */
function Gauge({ value }: GaugeProps) {
  return (
    <svg viewBox="4 6 112 84" aria-hidden className="drawing w-full stroke-2">
      <path d={arc} className="text-deep-line stroke-5" strokeLinecap="butt" />
      <path
        d={arc}
        pathLength="100"
        strokeDasharray={`${value} 100`}
        strokeLinecap="butt"
        className="text-deep-accent stroke-5"
      />
      {marks.map((mark) => (
        <path
          key={mark}
          d={mark % 50 === 0 ? "M60 19v9" : "M60 19v5"}
          transform={`rotate(${angleOf(mark)} 60 60)`}
        />
      ))}
      <g transform={`rotate(${angleOf(value)} 60 60)`}>
        <g data-degrees={angleOf(value) - angleOf(0)} className="dial-needle">
          <path d="M58 66l2-38 2 38z" className="fill-current" />
        </g>
      </g>
      <circle cx="60" cy="60" r="5" className="fill-deep-raised" />
    </svg>
  );
}
