/** Each user's role at the desk takes the place of the moment when they became an owner. */
export function roles(): string[] {
  return [
    `alter table users add column desk_role text not null default 'staff'
      check (desk_role in ('owner', 'staff', 'yard'))`,
    "update users set desk_role = 'owner' where owner_since is not null",
    "alter table users drop column owner_since",
  ];
}
