import { hydrateForm } from "#app/site/submission/hydrate-form.tsx";
import { PlainForm } from "#app/site/submission/submission-form.tsx";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";

hydrateForm("sell-vehicle", <PlainForm submission={vehicleSubmission} />);
