import { business } from "#domain/business.ts";
import { messages } from "#domain/messages.ts";

/** The last resort: something in the page itself went wrong. */
export function ErrorPage() {
  return (
    <main className="mx-auto grid max-w-xl gap-4 px-5 py-24">
      <title>{messages.routing}</title>
      <h1 className="text-3xl">{messages.routing}</h1>
      <p>
        The page could not be shown.{" "}
        <a href="/" className="text-link font-semibold">
          Go to the home page
        </a>
        , or press reload to try again.
      </p>
      <p>
        Or ring{" "}
        <a href={business.phoneLink} className="text-link font-semibold whitespace-nowrap">
          {business.phone}
        </a>
        , {business.hours}.
      </p>
    </main>
  );
}
