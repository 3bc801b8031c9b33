/** What a user may do at the desk; which calls that is: docs/permissions.md. */
export const deskRoleNames = ["owner", "staff", "yard"] as const;
export type DeskRole = (typeof deskRoleNames)[number];
