import type * as v from "valibot";

import type { Deal } from "#domain/deals/deal.ts";
import { photosPath, shotLabel } from "#domain/deals/photos.ts";
import { takesPhotos } from "#domain/deals/sale-state.ts";
import type { saleRequests } from "#domain/deals/sale-wire.ts";
import type { Sale } from "#domain/deals/sale.ts";
import { isOpenStatus } from "#domain/record-status.ts";
import { type CallOutcome, refused, type Work } from "#server/features/deals/deal/change-deal.ts";
import { type DealMail, letter } from "#server/features/deals/deal/deal-mail.ts";
import { tooLarge } from "#server/features/deals/deal/sent-versions.ts";
import { inParagraphs } from "#server/services/mail/mail-layout.ts";

const ask = "A few photos help us most. Open the page on your phone; leave out what you can’t take.";
const noPhotos = "Their page takes no photos at this stage: make a new offer first, or ring them";

/** Asks the customer for photos: the page says so until they come, and a mail leads there. */
export async function askForPhotos(
  work: Work<Deal | Sale>,
  { shots, words }: v.InferOutput<typeof saleRequests.photos>,
): Promise<CallOutcome> {
  const { tx, deal, at, staff: userId } = work;
  if (!isOpenStatus(deal.record.status)) return refused("This record is closed: open it first");
  if ("pickUps" in deal && !takesPhotos(deal, at)) return refused(noPhotos);
  const requests = tx.selectFrom("photo_requests").select(({ fn }) => fn.max("number").as("last"));
  const newest = await requests.where("ref_number", "=", deal.reference).executeTakeFirst();
  const number = (newest?.last ?? 0) + 1;
  const own = words === null ? [] : inParagraphs(words);
  const mail: DealMail = {
    key: `photos/${deal.reference}/${number}`,
    subject: `Photos for ${deal.reference}, please`,
    heading: "Can you send us a few photos?",
    paragraphs: await letter(tx, deal, { userId, words: [...own, ask] }),
    facts: [{ label: "Photos", value: shots.map(shotLabel).join("\n") }],
    button: "Send photos",
    end: photosPath,
    ...(words === null ? {} : { words }),
  };
  if (work.isTooLarge(mail)) return refused(tooLarge);
  const cells = { ref_number: deal.reference, number, shots: JSON.stringify(shots), words };
  await tx
    .insertInto("photo_requests")
    .values({ ...cells, at: at.toISOString(), user_id: userId })
    .execute();
  await work.mail(mail);
  work.event({ type: "photos_wanted", becomes: String(number) });
  return { ok: { number } };
}
