/** Menus built on `<details data-closes>`: Escape and a press elsewhere close them, leaving with Tab does too. */
export function wireDisclosures(): void {
  const all = document.querySelectorAll<HTMLDetailsElement>('details[data-closes]');
  for (const details of all) {
    details.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !details.open) return;
      details.open = false;
      details.querySelector('summary')?.focus();
    });
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
