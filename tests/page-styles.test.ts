import { expect, test } from "vitest";

import { namesIn, prune, pruneVariables, wordsIn } from "#scripts/site/page-styles.ts";

const page = wordsIn(`<main class="grid md:gap-4"><button aria-pressed="false">Send</button></main>`);

test("rules for elements and classes that the page does not have are removed, with what is then empty", () => {
  const styles = ".grid{display:grid}.flex{display:flex}table{width:50%}@media print{.flex{color:red}}";
  expect(prune(styles, page)).toBe(".grid{display:grid}");
});

test("of a list of selectors those stay that the page can match", () => {
  expect(prune(".flex,.grid,main .flex{margin:0}", page)).toBe(".grid{margin:0}");
});

test("states and attributes of what the page has stay, and rules without a name", () => {
  const styles = ":focus-visible,button:hover,button[aria-pressed=true],[hidden]{color:red}";
  expect(prune(styles, page)).toBe(styles);
});

test("a class with a colon or a bracket is found, also if the page writes its sign as a reference", () => {
  const own = wordsIn(`<p class="md:gap-4 in-[a&gt;b]:flex &amp;x">`);
  const styles = String.raw`.md\:gap-4{gap:1rem}.in-\[a\>b\]\:flex{display:flex}.\&x{color:red}`;
  expect(prune(styles, own)).toBe(styles);
});

test("of the alternatives in :is() and :where() one is enough", () => {
  const styles = ":is(.flex,.grid){color:red}:where(.flex) a{color:red}";
  expect(prune(styles, page)).toBe(":is(.flex,.grid){color:red}");
});

test("what a script adds to the page is found in the script", () => {
  const script = wordsIn(`x=e("dialog",{className:\`fixed \${y?"open:flex":""}\`})`);
  const styles = String.raw`dialog{margin:auto}.fixed{position:fixed}.open\:flex:is([open],:popover-open){display:flex}`;
  expect(prune(styles, script)).toBe(styles);
});

test("variables that nothing reads are removed, also those read only by a variable that is removed", () => {
  const styles = `:root{--a:1px;--b:var(--a);--c:2px;--d:3px}@property --e{syntax:"*";inherits:false}p{margin:var(--c)}`;
  expect(pruneVariables(styles, `<p style="padding:var(--d)">`)).toBe(
    ":root{--c:2px;--d:3px}p{margin:var(--c)}",
  );
});

test("words in the text of a page keep no rules, those of its inline scripts do", () => {
  const own = wordsIn(namesIn(`<p title="grid">A table</p><script>e.className="flex"</script>`));
  expect(prune("table,.grid{margin:0}p,.flex{color:red}", own)).toBe("p,.flex{color:red}");
});

test("rules for the parts of inputs stay on pages with such an input", () => {
  const styles = "::-webkit-datetime-edit{padding:0}::file-selector-button{margin:0}";
  const own = wordsIn(namesIn(`<input class="flex" type="date">`));
  expect(prune(styles, own)).toBe("::-webkit-datetime-edit{padding:0}");
});

test("the defaults of Tailwind's variables are in one rule for every browser", () => {
  const styles = `@layer properties{@supports ((-webkit-hyphens:none) and (not (margin-trim:inline))){*{--a:solid;--b:0}}}p{border-style:var(--a)}@property --a{syntax:"*";inherits:false;initial-value:solid}`;
  expect(pruneVariables(styles, "")).toBe("@layer properties{*{--a:solid}}p{border-style:var(--a)}");
});

test("properties that the parser does not know stay", () => {
  const styles = "p{text-wrap:balance;columns:8rem}";
  expect(pruneVariables(styles, "")).toBe(styles);
});
