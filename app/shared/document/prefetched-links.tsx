/** Pages of the desk, and pages that are filled in for one visitor. */
const others = "[href^='/admin'], [href^='/thanks'], [href*='?']";

const rules = {
  prefetch: [
    {
      where: { and: [{ href_matches: "/*" }, { not: { selector_matches: others } }] },
      eagerness: "moderate",
    },
  ],
};

/** Lets browsers that can (Speculation Rules) fetch the page of a link that is pointed at or pressed. */
export function PrefetchedLinks() {
  return <script type="speculationrules" dangerouslySetInnerHTML={{ __html: JSON.stringify(rules) }} />;
}
