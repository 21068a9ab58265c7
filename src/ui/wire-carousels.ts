/** Lets the arrows of every `.carousel` step through its slides, round and round, and tells which one is shown. */
export function wireCarousels(): void {
  for (const carousel of document.querySelectorAll<HTMLElement>('.carousel')) wire(carousel);
}

function wire(carousel: HTMLElement): void {
  const strip = carousel.querySelector<HTMLElement>('.carousel-slides');
  const place = carousel.querySelector<HTMLElement>('.carousel-place');
  if (!strip || !place) return;
  const count = strip.children.length;
  // What scrolls must be reachable by key.
  strip.tabIndex = 0;
  let shown = 0;
  // Where an arrow has sent the strip; undefined while it is the reader's own hand that moves it.
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
  // A finger may move the strip as well; scrollend is not everywhere yet.
  const settled = () => {
    const index = Math.round(strip.scrollLeft / strip.clientWidth);
    // The end of a way that a new press cut short says nothing of where the strip is going.
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
