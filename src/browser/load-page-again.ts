/** Loads the page again; the script of the layout keeps what was typed. */
export function loadPageAgain(): void {
  document.documentElement.dataset.lost ??= '';
  location.reload();
}
