/** What the key of a call stands for. Calls of earlier releases keep keys that no new call has. */
export const callsByContent = ["alter table deal_calls add column call text not null default ''"];
