import { useRef, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Returns whether a server renders the component, or has rendered it: its first render then does without the browser's storage, and
 * a layout effect reads that.
 */
export function useWasRendered(): boolean {
  const wasRendered = useRef(false);
  // Only a hydration asks for the second. The first agrees with it afterwards: React would draw the component again at once.
  return useSyncExternalStore(
    never,
    () => wasRendered.current,
    () => {
      wasRendered.current = true;
      return true;
    },
  );
}
