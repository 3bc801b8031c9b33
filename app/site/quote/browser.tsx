import { hydrateForm } from "#app/site/submission/hydrate-form.tsx";

import { QuoteForm } from "./quote-form.tsx";

hydrateForm("quote", <QuoteForm />);
