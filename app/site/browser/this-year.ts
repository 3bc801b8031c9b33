/** Sets the year of the copyright line: the page may have been built last year. */
export function showThisYear(): void {
  for (const year of document.querySelectorAll("[data-this-year]")) {
    year.textContent = String(new Date().getFullYear());
  }
}
