const recordTables = ["quote_requests", "contact_messages", "vehicle_submissions"];

/** Records whose customer may not have got a mail: `failed`, `unknown` or null. */
export const mailProblems = [
  ...recordTables.flatMap((table) => [
    `alter table ${table} add column mail_problem text`,
    `update ${table} set mail_problem = (select min(mail.state) from outbox as mail
      where mail.ref_number = ${table}.ref_number and mail.kind not in ('receipt', 'staff', 'other')
        and mail.state in ('failed', 'unknown') and coalesce(mail.error_class, '') <> 'stopped'
        and not exists (select 1 from outbox as later where later.ref_number = mail.ref_number
          and later.created_at > mail.created_at and later.kind <> 'staff')) where is_open`,
    `create index ${table}_by_mail_problem on ${table} (created_at, id) where mail_problem is not null`,
  ]),
  "update quote_requests set next_step = 'mail' where next_step = 'waiting' and mail_problem is not null",
];
