import type * as v from "valibot";

import { photosPath, shotLabel } from "#domain/deals/photos.ts";
import type { saleRequests } from "#domain/deals/sale-wire.ts";
import { isOpenStatus } from "#domain/record-status.ts";
import { type ByStaff, type CallOutcome, done, refused } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import {
  type DealMail,
  dealMailSize,
  letter,
  mailSizeMost,
  queueDealMail,
} from "#server/features/deals/deal/deal-mail.ts";
import { tooLarge } from "#server/features/deals/deal/sent-versions.ts";
import type { Query } from "#server/platform/database/database.ts";
import { inParagraphs } from "#server/services/mail/mail-layout.ts";

import { changeEither, type EitherMoment } from "./change-either.ts";
import { takesPhotos } from "./sale-state.ts";

const noPhotos = "Their page takes no photos at this stage: make a new offer first, or ring them";

type Wanted = Pick<v.InferOutput<typeof saleRequests.photos>, "shots" | "words">;

/** Asks the customer for photos: the page says so until they come, and a mail leads there. */
export function askForPhotos(
  context: DealContext,
  { wanted, ...by }: ByStaff & { readonly reference: string; readonly wanted: Wanted },
): Promise<CallOutcome | null> {
  return changeEither<CallOutcome>(context, by, async (moment) => {
    const { tx, of, at } = moment;
    if (!isOpenStatus(of.record.status)) return refused("This record is closed: open it first");
    if ("pickUps" in of && !takesPhotos(of, at)) return refused(noPhotos);
    const number = (await lastNumber(tx, of.reference)) + 1;
    const mail = await photosMail(moment, { ...wanted, number, userId: by.userId });
    if (dealMailSize(context, of, mail, at) > mailSizeMost) return refused(tooLarge);
    await tx
      .insertInto("photo_requests")
      .values({
        ref_number: of.reference,
        number,
        shots: JSON.stringify(wanted.shots),
        words: wanted.words,
        at: at.toISOString(),
        user_id: by.userId,
      })
      .execute();
    await queueDealMail(tx, context, of, mail, { at });
    return done({ number }, { events: [{ type: "photos_wanted", becomes: String(number) }] });
  });
}

async function lastNumber(tx: Query, reference: string): Promise<number> {
  const requests = tx.selectFrom("photo_requests").select(({ fn }) => fn.max("number").as("last"));
  return (await requests.where("ref_number", "=", reference).executeTakeFirst())?.last ?? 0;
}

async function photosMail(
  { tx, of }: EitherMoment,
  { shots, words, number, userId }: Wanted & { readonly number: number; readonly userId: string },
): Promise<DealMail> {
  const own = words === null ? [] : inParagraphs(words);
  const ask = "A few photos help us most. Open the page on your phone; leave out what you can’t take.";
  return {
    key: `photos/${of.reference}/${number}`,
    subject: `Photos for ${of.reference}, please`,
    heading: "Can you send us a few photos?",
    paragraphs: await letter(tx, of, { userId, words: [...own, ask] }),
    facts: [{ label: "Photos", value: shots.map(shotLabel).join("\n") }],
    button: "Send photos",
    end: photosPath,
    ...(words === null ? {} : { words }),
  };
}
