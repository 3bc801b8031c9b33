#!/usr/bin/env bash
# Expected: NULLS FIRST means nothing for columns that are NOT NULL, so an index on both is read backwards and its order used.
# Seen: "desc nulls first" on the second column makes SQLite sort all the same; without it, or with "nulls last", it does not.
# So: server/features/records/list-records.ts says where missing values go only for columns that may have some.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --loglevel=error sql.js@1.13.0 >>npm.log
cat >plans.cjs <<'JS'
require("sql.js")().then(({ Database }) => {
  const db = new Database();
  const version = db.exec("select sqlite_version()")[0].values[0][0];
  db.exec("create table parts (id integer primary key, shelf text not null, number integer not null)");
  db.exec("create index by_shelf on parts (shelf, number)");
  const plan = (order) => {
    const [{ values }] = db.exec(`explain query plan select shelf, number from parts order by ${order} limit 5`);
    return values.map((row) => row[3]).join("; ");
  };
  const orders = ["shelf desc, number desc", "shelf desc nulls first, number desc nulls first"];
  const [plain, nullsFirst] = orders.map(plan);
  console.log(`sql.js 1.13.0 (SQLite ${version})`);
  orders.forEach((order) => console.log(`order by ${order}: ${plan(order)}`));
  process.exitCode = !/TEMP B-TREE/.test(plain) && /TEMP B-TREE/.test(nullsFirst) ? 0 : 1;
});
JS
node plans.cjs
