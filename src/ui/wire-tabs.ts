const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Wires every `.tabs` list on the page (ARIA tabs pattern): click, arrow keys, Home and End select a panel. */
export function wireTabs(): void {
  for (const list of document.querySelectorAll<HTMLElement>('.tabs[role="tablist"]')) {
    const tabs = [...list.querySelectorAll<HTMLElement>('[role="tab"]')];
    const choose = (chosen: HTMLElement) => {
      for (const tab of tabs) {
        tab.ariaSelected = String(tab === chosen);
        tab.tabIndex = tab === chosen ? 0 : -1;
        const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
        panel?.toggleAttribute('data-open', tab === chosen);
      }
    };
    for (const tab of tabs) tab.addEventListener('click', () => choose(tab));
    list.addEventListener('keydown', (event) => {
      const step = steps[event.key];
      const next = step && tabs[step(tabs.indexOf(event.target as HTMLElement), tabs.length)];
      if (!next) return;
      event.preventDefault();
      choose(next);
      next.focus();
    });
  }
}
