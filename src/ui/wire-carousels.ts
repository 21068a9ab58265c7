/** Wires the arrows of every `.carousel`: they step through the slides in a loop and update the position text. */
export function wireCarousels(): void {
  for (const carousel of document.querySelectorAll<HTMLElement>('.carousel')) wire(carousel);
}

function wire(carousel: HTMLElement): void {
  const strip = carousel.querySelector<HTMLElement>('.carousel-slides');
  const place = carousel.querySelector<HTMLElement>('.carousel-place');
  if (!strip || !place) return;
  const count = strip.children.length;
  // A scrollable element must be reachable by keyboard.
  strip.tabIndex = 0;
  let shown = 0;
  // Target slide of a scroll that an arrow started; undefined while the user scrolls.
  let heading: number | undefined;

  const show = (index: number) => {
    heading = index;
    strip.scrollTo({ left: index * strip.clientWidth });
    tell(index);
  };
  const tell = (index: number) => {
    shown = index;
    const text = `${shown + 1} / ${count}`;
    if (place.textContent !== text) place.textContent = text;
  };
  for (const button of carousel.querySelectorAll<HTMLButtonElement>('[data-step]')) {
    button.addEventListener('click', () => show((shown + Number(button.dataset.step) + count) % count));
  }
  // Swiping changes the slide as well. Browsers without `scrollend` get a debounced `scroll` instead.
  const settled = () => {
    const index = Math.round(strip.scrollLeft / strip.clientWidth);
    // Another click interrupted this scroll: its end position is not the target.
    if (heading !== undefined && index !== heading) return;
    heading = undefined;
    tell(index);
  };
  for (const hand of ['pointerdown', 'wheel', 'keydown']) {
    strip.addEventListener(
      hand,
      () => {
        heading = undefined;
      },
      { passive: true },
    );
  }
  let settle: ReturnType<typeof setTimeout>;
  const hasScrollEnd: boolean = 'onscrollend' in window;
  if (hasScrollEnd) strip.addEventListener('scrollend', settled);
  else
    strip.addEventListener('scroll', () => {
      clearTimeout(settle);
      settle = setTimeout(settled, 200);
    });
  addEventListener('resize', () => strip.scrollTo({ left: shown * strip.clientWidth, behavior: 'instant' }));
}
