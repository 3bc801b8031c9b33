import { hydrateForm } from "#app/site/submission/hydrate-form.tsx";

import { ContactForm } from "./contact-form.tsx";

hydrateForm("contact", <ContactForm />);
