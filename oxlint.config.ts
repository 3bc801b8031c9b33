import { defineConfig, type OxlintOverride } from "oxlint";

interface Boundary {
  readonly group: string[];
  readonly message: string;
}

/** What these files may not import. For a file in several entries, only the last one counts. */
function boundaries(files: string[], ...patterns: Boundary[]): OxlintOverride {
  const paths = [{ name: "node:process", message: "Settings come from server/platform/config/config.ts." }];
  return { files, rules: { "eslint/no-restricted-imports": ["error", { paths, patterns }] } };
}

/** The ways an import can name a folder: with our prefix or relative. */
const under = (...folders: string[]) => folders.flatMap((folder) => [`#${folder}/**`, `**/${folder}/**`]);

const domainAlone = "domain/ imports only valibot and itself.";
const noServer = { group: under("server"), message: "app/ reaches the server over the wire only." };
const noApp = { group: under("app"), message: "server/ knows the pages only as built files." };
const noTests = { group: under("tests", "bench"), message: "The product does not know its tests." };
const inBrowser = {
  group: ["node:*", "fastify", "@fastify/*", "kysely", "pg", "nodemailer", "pino", "prom-client"],
  message: "app/ runs in the browser.",
};

// The server's tiers, highest first. A file imports from its own tier and those below.
const composition = ["main", "app", "http-server", "housekeeping", "settings-notices"];
const compositionPaths = [
  ...under("server/commands", "server/drill"),
  ...composition.flatMap((name) => [`#server/${name}.ts`, `../../${name}.ts`, `../../../${name}.ts`]),
];
const tiers = ["features", "services", "platform"];

function tier(name: string): Boundary {
  const higher = tiers.slice(0, tiers.indexOf(name));
  const group = [...compositionPaths, ...under(...higher.map((each) => `server/${each}`))];
  const relative = higher.flatMap((each) => [`../${each}/**`, `../../${each}/**`]);
  return { group: [...group, ...relative], message: `server/${name}/ imports nothing from a higher tier.` };
}

const calls = "Calls live in an api/ folder.";
const noCalls: OxlintOverride["rules"] = {
  "eslint/no-restricted-globals": [
    "error",
    ...["fetch", "XMLHttpRequest", "WebSocket", "EventSource"].map((name) => ({ name, message: calls })),
  ],
  "eslint/no-restricted-properties": [
    "error",
    ...["window", "globalThis", "self"].map((object) => ({ object, property: "fetch", message: calls })),
    { object: "navigator", property: "sendBeacon", message: calls },
  ],
};

export default defineConfig({
  plugins: ["typescript", "unicorn", "oxc", "import", "react", "jsx-a11y", "promise", "node", "vitest"],
  categories: { correctness: "error", suspicious: "error" },
  options: { typeAware: true, reportUnusedDisableDirectives: "error" },
  env: { builtin: true },
  rules: {
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/no-misused-promises": "error",
    "typescript/only-throw-error": [
      "error",
      { allow: ["Response", "DataWithResponseInit"], allowThrowingUnknown: true },
    ],
    "typescript/prefer-promise-reject-errors": "error",
    "typescript/return-await": "error",
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    "typescript/no-unsafe-argument": "error",
    "typescript/no-unsafe-assignment": "error",
    "typescript/no-unsafe-call": "error",
    "typescript/no-unsafe-member-access": "error",
    "typescript/no-unsafe-return": "error",
    "typescript/no-deprecated": "error",
    "typescript/no-unnecessary-condition": "error",
    "typescript/prefer-optional-chain": "error",
    "typescript/restrict-plus-operands": "error",
    "eslint/eqeqeq": "error",
    "eslint/no-console": ["error", { allow: ["warn", "error"] }],
    "eslint/no-param-reassign": "error",
    "eslint/no-self-compare": "error",
    "eslint/no-var": "error",
    "eslint/max-lines": ["error", { max: 250 }],
    "import/no-cycle": ["error", { ignoreTypes: true }],
    "import/no-commonjs": "error",
    "node/no-process-env": "error",
    "unicorn/no-abusive-eslint-disable": "error",
    "unicorn/prefer-node-protocol": "error",
    "react/button-has-type": "off",
    "react/jsx-no-target-blank": "error",
    "react/no-danger": "error",
    "react/react-in-jsx-scope": "off",
    "import/no-unassigned-import": "off",
    "promise/always-return": "off",
    "unicorn/consistent-function-scoping": "off",
    "typescript/no-misused-spread": ["error", { allow: ["string"] }],
    "typescript/consistent-return": "off",
    "typescript/no-unsafe-type-assertion": "off",
    "typescript/no-unsafe-enum-assignment": "off",
    "typescript/no-generated-empty-object-type": "off",
    "import/no-named-as-default-member": "off",
    "react/exhaustive-effect-dependencies": "off",
    "react/purity": "off",
    "jsx-a11y/prefer-tag-over-role": "off",
    "jsx-a11y/control-has-associated-label": "off",
    "jsx-a11y/interactive-supports-focus": "off",
    "vitest/require-to-throw-message": "off",
    "promise/no-callback-in-promise": "off",
    "import/no-named-as-default": "off",
    "eslint/no-empty-pattern": ["error", { allowObjectPatternsAsParameters: true }],
  },
  overrides: [
    boundaries(["domain/**"], { group: ["*", "!valibot", "!./*"], message: domainAlone }),
    boundaries(["domain/forms/**"], {
      group: ["*", "!valibot", "!#domain/*", "#domain/forms/**"],
      message: `${domainAlone} The forms do not know each other.`,
    }),
    boundaries(["domain/deals/**"], {
      group: ["*", "!valibot", "!./*", "!#domain/*", "!#domain/catalogue/*", "!#domain/forms/*"],
      message: domainAlone,
    }),
    boundaries(["domain/firm/**"], {
      group: ["*", "!valibot", "!./*", "!#domain/*", "!#domain/deals/*"],
      message: domainAlone,
    }),
    boundaries(["domain/stock/**"], {
      group: ["*", "!valibot", "!./*", "!#domain/*", "!#domain/catalogue/*", "!#domain/deals/*"],
      message: domainAlone,
    }),
    boundaries(["domain/catalogue/**"], { group: ["*", "!./*", "!#domain/*"], message: domainAlone }),
    boundaries(["domain/forms/submissions.ts", "domain/forms/quote-start.ts"], {
      group: ["*", "!valibot", "!#domain/*", "!./*"],
      message: domainAlone,
    }),
    boundaries(["domain/**/*.test.ts"], {
      group: [
        "*",
        "!valibot",
        "!./*",
        "!#domain/**",
        "!./forms/*",
        "!vitest",
        "!fast-check",
        "!date-holidays",
      ],
      message: domainAlone,
    }),
    boundaries(["app/**"], noServer, noTests, inBrowser),
    { files: ["app/**"], rules: noCalls },
    {
      files: ["app/*/api/**"],
      rules: { "eslint/no-restricted-globals": "off", "eslint/no-restricted-properties": "off" },
    },
    boundaries(["app/**/*.test.{ts,tsx}"], noServer),
    boundaries(["server/**"], noApp, noTests),
    ...tiers.map((name) => boundaries([`server/${name}/**`], noApp, noTests, tier(name))),
    boundaries(["server/**/*.test.ts"], noApp),
    boundaries(["server/platform/database/migrations/**"], {
      group: ["*", "!kysely", "!./*"],
      message: "A migration is history: it imports no application code, or a change there would rewrite it.",
    }),
    {
      files: [
        "server/platform/config/config.ts",
        "server/main.ts",
        "server/commands/*.ts",
        "scripts/**",
        "tests/**",
        "bench/**",
        "*.config.ts",
      ],
      rules: { "node/no-process-env": "off" },
    },
    {
      files: ["server/main.ts", "server/commands/*.ts", "scripts/**", "bench/**", "tests/**"],
      rules: { "eslint/no-console": "off" },
    },
    {
      files: ["**/*.test.ts", "**/*.test.tsx", "tests/**", "bench/**"],
      rules: {
        "typescript/no-non-null-assertion": "off",
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-member-access": "off",
        "typescript/no-unsafe-argument": "off",
        "eslint/no-console": "off",
        "typescript/no-unsafe-return": "off",
        "typescript/no-unsafe-call": "off",
        "typescript/unbound-method": "off",
        "typescript/require-array-sort-compare": "off",
        "eslint/max-lines": "off",
        "node/no-process-env": "off",
      },
    },
    {
      files: ["app/root.tsx", "app/shared/document/**", "app/site/drawings/drawing.tsx"],
      rules: { "react/no-danger": "off" },
    },
  ],
});
