/** An empty tab that is navigated later. */
export interface OpenedTab {
  /** The browser blocked the popup: offer a link instead. */
  isBlocked: boolean;
  go: (address: string) => void;
  /**
   * Whether the tab has not been closed. Reads as closed where the page in it separates itself from its opener
   * (Cross-Origin-Opener-Policy).
   */
  isOpen: () => boolean;
  close: () => void;
}

/** Opens an empty tab synchronously, because popup blockers allow it only during the click event. */
export function openTab(): OpenedTab {
  const tab = window.open('', '_blank');
  // Like rel="noopener": the opened page must not access this one.
  if (tab) tab.opener = null;
  return {
    isBlocked: !tab,
    go: (address) => {
      if (tab) tab.location.href = address;
    },
    isOpen: () => tab?.closed === false,
    close: () => tab?.close(),
  };
}
