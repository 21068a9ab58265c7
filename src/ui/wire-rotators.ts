/**
 * Rotates the lines of every `[data-rotator]` (milliseconds per line). Stops while hovered or focused and while
 * paused by the button; starts paused with `prefers-reduced-motion`.
 */
export function wireRotators(): void {
  for (const rotator of document.querySelectorAll<HTMLElement>('[data-rotator]')) rotate(rotator);
}

function rotate(rotator: HTMLElement): void {
  const lines = [...rotator.querySelectorAll<HTMLElement>('[data-line]')];
  const button = rotator.querySelector<HTMLButtonElement>('.rotator-button');
  let shown = 0;
  let isHeld = false;
  let isPaused = matchMedia('(prefers-reduced-motion: reduce)').matches;

  const tell = () => {
    if (!button) return;
    button.toggleAttribute('data-paused', isPaused);
    button.ariaLabel = (isPaused ? button.dataset.play : button.dataset.pause) ?? '';
  };
  button?.addEventListener('click', () => {
    isPaused = !isPaused;
    // Start at once after play, although the pointer and the focus are still inside.
    isHeld = false;
    tell();
  });
  const hold = (event: Event) => {
    isHeld = event.type === 'pointerenter' || event.type === 'focusin';
  };
  for (const name of ['pointerenter', 'pointerleave', 'focusin', 'focusout'])
    rotator.addEventListener(name, hold);
  tell();

  setInterval(() => {
    if (isPaused || isHeld) return;
    shown = (shown + 1) % lines.length;
    lines.forEach((line, index) => {
      line.toggleAttribute('data-shown', index === shown);
      line.ariaHidden = String(index !== shown);
    });
  }, Number(rotator.dataset.rotator));
}
