/** Statements that differ between the engines. */
interface Dialect {
  /** Refuse an audit entry whose number is not above all others. */
  readonly auditAppendTriggers: readonly string[];
}

/**
 * Drops the hash chain of the audit list and lets entries only be appended: an insert can no longer
 * replace an entry. Frozen: add a migration instead of changing this one.
 */
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
