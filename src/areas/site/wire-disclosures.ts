const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Wires menus built on `<details data-closes>` (disclosure navigation pattern): Escape closes and returns the focus;
 * arrow keys, Home and End move among the links; a click outside or leaving with Tab closes.
 */
export function wireDisclosures(): void {
  const all = document.querySelectorAll<HTMLDetailsElement>('details[data-closes]');
  for (const details of all) {
    details.addEventListener('keydown', (event) => onKey(details, event));
    details.addEventListener('focusout', (event) => {
      if (event.relatedTarget instanceof Node && !details.contains(event.relatedTarget)) details.open = false;
    });
  }
  document.addEventListener('click', (event) => {
    for (const details of all) {
      if (event.target instanceof Node && !details.contains(event.target)) details.open = false;
    }
  });
}

function onKey(details: HTMLDetailsElement, event: KeyboardEvent): void {
  const summary = details.querySelector('summary');
  if (event.key === 'Escape' && details.open) {
    details.open = false;
    summary?.focus();
    return;
  }
  const step = steps[event.key];
  const isOpening = event.key === 'ArrowDown' && event.target === summary;
  if (!step || !(details.open || isOpening)) return;
  event.preventDefault();
  details.open = true;
  const items = [...details.querySelectorAll<HTMLElement>('a, button')].filter(
    (item) => item.getClientRects().length > 0,
  );
  const at = items.indexOf(document.activeElement as HTMLElement);
  items[step(at, items.length)]?.focus();
}
