import type { DemoDeal } from "./demo-deal.ts";

/** How a made-up deal went, and how many days ago it began. */
interface Story {
  readonly title: string;
  readonly daysAgo: number;
  tell(deal: DemoDeal): Promise<void>;
}

/** One for each stage of a visitor's page, and for what staff have to look at. */
export const dealStories: readonly Story[] = [
  {
    title: "a draft that waits for its price",
    daysAgo: 0,
    tell: (deal) => deal.draft({ dollars: null }),
  },
  {
    title: "a quote that waits for an answer",
    daysAgo: 1,
    tell: (deal) => deal.quote({ dollars: 185 }),
  },
  {
    title: "a quote with alternatives and an option",
    daysAgo: 1,
    tell: (deal) => deal.quote({ dollars: 240, alternative: 165, option: 35 }),
  },
  {
    title: "a question about a quote",
    daysAgo: 2,
    async tell(deal) {
      await deal.quote({ dollars: 320 });
      await deal.ask("Does it come with the mounting bolts, or do I need mine?");
    },
  },
  {
    title: "a quote that has expired",
    daysAgo: 10,
    tell: (deal) => deal.quote({ dollars: 95 }),
  },
  {
    title: "a quote that was declined",
    daysAgo: 4,
    async tell(deal) {
      await deal.quote({ dollars: 410 });
      await deal.decline();
    },
  },
  {
    title: "a quote that was withdrawn",
    daysAgo: 3,
    async tell(deal) {
      await deal.quote({ dollars: 150 });
      await deal.withdraw();
    },
  },
  {
    title: "an order that waits for its payment",
    daysAgo: 1,
    async tell(deal) {
      await deal.quote({ dollars: 220.75 });
      await deal.approve();
    },
  },
  {
    title: "an order of which a part is paid",
    daysAgo: 1,
    async tell(deal) {
      await deal.quote({ dollars: 280 });
      await deal.approve();
      await deal.pay(100);
    },
  },
  {
    title: "an order that nobody paid in time",
    daysAgo: 9,
    async tell(deal) {
      await deal.quote({ dollars: 130 });
      await deal.approve();
    },
  },
  {
    title: "an order to pack",
    daysAgo: 3,
    async tell(deal) {
      await deal.quote({ dollars: 510 });
      await deal.approve();
      await deal.pay();
    },
  },
  {
    title: "an order that was paid twice and is packed",
    daysAgo: 4,
    async tell(deal) {
      await deal.quote({ dollars: 75 });
      await deal.approve();
      await deal.pay();
      await deal.pay(90);
      await deal.change("packed");
    },
  },
  {
    title: "a parcel on its way",
    daysAgo: 5,
    async tell(deal) {
      await deal.quote({ dollars: 365 });
      await deal.approve();
      await deal.pay();
      await deal.send();
    },
  },
  {
    title: "a parcel that has arrived",
    daysAgo: 12,
    async tell(deal) {
      await deal.quote({ dollars: 260 });
      await deal.approve();
      await deal.pay();
      await deal.send();
      await deal.deliver();
    },
  },
  {
    title: "a paid order that was cancelled, to be refunded",
    daysAgo: 6,
    async tell(deal) {
      await deal.quote({ dollars: 145 });
      await deal.approve();
      await deal.pay();
      await deal.change("cancel");
    },
  },
];
