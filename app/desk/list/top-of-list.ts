/** Marks the list of records in the page. */
export const listMark = { "data-records": true } as const;

/** The reader sees where the list begins, or does not see the list at all. */
export function isAtTopOfList(): boolean {
  const list = document.querySelector("[data-records]");
  return list === null || list.getBoundingClientRect().top >= 0;
}
