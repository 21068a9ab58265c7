/** Event of the window after the person switched "Use less data" on or off. */
export const lessDataEvent = 'less-data';
/** Cancelable event of the window: the person requests the current data. Its `detail` is called once it has loaded. */
export const refreshEvent = 'refresh-data';

/** Returns whether the page uses less data: `data-less` on <html>, set before the first paint (less-data-script.ts). */
export function isLessData(): boolean {
  return 'less' in document.documentElement.dataset;
}
