import { useState, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Returns whether a server renders the component, or has rendered it: its first render then does without the browser's storage, and
 * a layout effect reads that.
 */
export function useWasRendered(): boolean {
  const isRendered = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  return useState(isRendered)[0];
}
