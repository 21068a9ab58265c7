import { atom } from 'nanostores';
import { useCallback, useLayoutEffect, useRef } from 'react';

/** Number of rendered parts whose code is still loading. Until React has it, a press on what a server rendered of them is lost. */
const $mountingParts = atom(0);

/** Calls `ready` once every part that was rendered is mounted, or could not be loaded. */
export function afterMountingParts(ready: () => void): void {
  if ($mountingParts.get() === 0) {
    ready();
    return;
  }
  const stop = $mountingParts.listen((count) => {
    if (count > 0) return;
    stop();
    ready();
  });
}

/** Counts a part that is rendered; returns what to call when it is mounted. */
export function useMountingPart(): () => void {
  const state = useRef<'rendered' | 'counted' | 'mounted'>('rendered');
  const end = useCallback(() => {
    const before = state.current;
    state.current = 'mounted';
    if (before === 'counted') $mountingParts.set($mountingParts.get() - 1);
  }, []);
  // The effects of a part that is mounted at once have run before.
  useLayoutEffect(() => {
    if (state.current === 'rendered') {
      state.current = 'counted';
      $mountingParts.set($mountingParts.get() + 1);
    }
    return end;
  }, [end]);
  return end;
}
