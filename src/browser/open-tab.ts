/** A tab that was opened at once and gets its address later. */
export interface OpenedTab {
  /** The browser did not allow it: offer a link instead. */
  isBlocked: boolean;
  go: (address: string) => void;
  close: () => void;
}

/** Opens an empty tab synchronously, so that pop-up blockers see the press behind it. */
export function openTab(): OpenedTab {
  const tab = window.open('', '_blank');
  // The page that will live there must not reach back into ours.
  if (tab) tab.opener = null;
  return {
    isBlocked: !tab,
    go: (address) => {
      if (tab) tab.location.href = address;
    },
    close: () => tab?.close(),
  };
}
