import { useEffect, useRef } from 'react';

/** Handlers by key, such as `j`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/**
 * Calls the handler of a key that is pressed outside of fields, checkboxes excepted, and without Ctrl, Alt or Meta. People can switch single
 * key shortcuts off (WCAG 2.2, 2.1.4).
 */
export function useShortcuts(shortcuts: Shortcuts, isOn: boolean): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping =
        target instanceof Element && target.closest('input:not([type="checkbox"]), textarea, select, dialog');
      if (isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
      const handler = latest.current[event.key];
      if (!handler) return;
      event.preventDefault();
      handler();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
}
