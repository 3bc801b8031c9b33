interface Dialect {
  readonly auditAppendTriggers: readonly string[];
}

export function auditWithoutSeals({ auditAppendTriggers }: Dialect): string[] {
  return [
    "alter table audit_entries drop column seal",
    "alter table audit_entries drop column key_id",
    ...auditAppendTriggers,
  ];
}

// Without it, `insert or replace` would delete an entry behind the back of the delete trigger.
export const sqliteAuditAppendTriggers = [
  `create trigger audit_entries_appended before insert on audit_entries
    when new.seq <= (select max(seq) from audit_entries)
    begin select raise(abort, 'audit entries cannot be inserted before others'); end`,
];

export const postgresAuditAppendTriggers = [
  `create function refuse_audit_insert() returns trigger language plpgsql as $$
    begin
      if new.seq <= (select max(seq) from audit_entries) then
        raise exception 'audit entries cannot be inserted before others';
      end if;
      return new;
    end $$`,
  `create trigger audit_entries_appended before insert on audit_entries
    for each row execute function refuse_audit_insert()`,
];
