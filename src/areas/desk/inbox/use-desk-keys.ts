import { useState } from 'react';
import { siteStorage, storageKeys } from '#src/browser/storage.ts';
import { type Shortcuts, useShortcuts } from './use-shortcuts.ts';

/** The keys of a page of the desk, which operators can switch off; `?` opens their list. */
export function useDeskKeys(shortcuts: Shortcuts) {
  const [isOn, setOn] = useState(() => siteStorage.read(storageKeys.deskShortcuts) !== 'off');
  const [isListed, setListed] = useState(false);
  useShortcuts({ ...shortcuts, '?': () => setListed(true) }, isOn);
  const toggle = (willBeOn: boolean) => {
    setOn(willBeOn);
    siteStorage.write(storageKeys.deskShortcuts, willBeOn ? 'on' : 'off');
  };
  return { isOn, toggle, isListed, setListed };
}
