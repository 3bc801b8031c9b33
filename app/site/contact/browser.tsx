import { hydrateForm } from "#app/site/submission/hydrate-form.tsx";
import { PlainForm } from "#app/site/submission/submission-form.tsx";
import { contactMessage } from "#domain/forms/contact-message.ts";

hydrateForm("contact", <PlainForm submission={contactMessage} />);
