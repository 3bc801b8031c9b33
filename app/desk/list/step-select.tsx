import { useNavigate } from "react-router";

import { isStepFilter, stepFilters, submissionOf } from "#app/desk/api/list-view.ts";
import { type DeskView, filterLabels, viewSearch } from "#app/desk/state/desk-view.ts";
import { controlClasses } from "#app/shared/ui/control-classes.ts";

interface StepSelectProps {
  readonly view: DeskView;
  readonly onChoose: (view: DeskView) => void;
}

/** The lists by what staff do next about a quote or order; nothing for other forms. */
export function StepSelect({ view, onChoose }: StepSelectProps) {
  const navigate = useNavigate();
  if (submissionOf(view).hasDeal !== true) return null;
  const isChosen = isStepFilter(view.filter);
  const choose = (name: string) => {
    const chosen: DeskView = { ...view, filter: stepFilters.find((step) => step === name) ?? "all" };
    onChoose(chosen);
    void navigate(viewSearch(chosen), { preventScrollReset: true });
  };
  return (
    <select
      aria-label="Next step"
      value={isChosen ? view.filter : ""}
      className={`${controlClasses} min-h-11! py-0.5! text-sm font-semibold sm:w-auto! lg:min-h-8! ${isChosen ? "bg-brand-soft!" : ""}`}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">Any next step</option>
      {stepFilters.map((step) => (
        <option key={step} value={step}>
          {filterLabels[step]}
        </option>
      ))}
    </select>
  );
}
