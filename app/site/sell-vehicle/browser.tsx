import { hydrateForm } from "#app/site/submission/hydrate-form.tsx";

import { SellForm } from "./sell-form.tsx";

hydrateForm("sell-vehicle", <SellForm />);
