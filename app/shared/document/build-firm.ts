import { setFirm } from "#domain/firm.ts";
import { markedFirm } from "#domain/firm/page-facts.ts";

// Before any page is loaded: what a build renders has markers, which the server fills in.
if (import.meta.env.SSR && import.meta.env.PROD) setFirm(markedFirm());
