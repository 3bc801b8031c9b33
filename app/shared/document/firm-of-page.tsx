import { exampleFacts, firmOf, type PublicFacts, setFirm } from "#domain/firm.ts";
import { factMarker } from "#domain/firm/page-facts.ts";

const id = "firm";

/** What scripts of this page need to know of the firm. */
export function FirmOfPage() {
  const facts = import.meta.env.SSR ? `"${factMarker("public_facts")}"` : textOfPage();
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: facts }} />;
}

/** Called before anything of a page is rendered in the browser. */
export function readFirmOfPage(): void {
  const text = textOfPage();
  // In development, nobody has filled it in.
  if (text.startsWith("{")) setFirm(firmOf({ ...exampleFacts, ...(JSON.parse(text) as PublicFacts) }));
}

function textOfPage(): string {
  return document.getElementById(id)?.textContent ?? "";
}
