import { ApiError } from './api.ts';
import { saveFile } from './save-file.ts';
import { toastError } from './toast.ts';

/** An empty tab that is navigated later. */
export type OpenedTab = ReturnType<typeof openTab>;

/** Opens an empty tab synchronously, because popup blockers allow it only during the click event. */
export function openTab() {
  const tab = window.open('', '_blank');
  // Like rel="noopener": the opened page must not access this one.
  if (tab) tab.opener = null;
  return {
    /** The browser blocked the popup: offer a link instead. */
    isBlocked: !tab,
    go: (address: string) => {
      if (tab) tab.location.href = address;
    },
    /**
     * Whether the tab has not been closed. Reads as closed where the page in it separates itself from its opener
     * (Cross-Origin-Opener-Policy).
     */
    isOpen: () => tab?.closed === false,
    close: () => tab?.close(),
  };
}

const revokeAfterMs = 60_000;

interface FileToOpen {
  /** Media types that may be shown; must not include types that can run scripts. */
  types: readonly string[];
  /** File name for the download when the browser blocks the new tab. */
  name: string;
  /** Messages for an error response and for any other failure. */
  refused: string;
  failed: string;
}

/** Opens a file in a new tab. It is fetched first, because a navigation cannot send the token. */
export async function openFile(fetchFile: () => Promise<Blob>, about: FileToOpen): Promise<void> {
  const tab = openTab();
  try {
    const file = await fetchFile();
    if (!about.types.includes(file.type)) throw new Error(`Unexpected ${file.type}`);
    if (tab.isBlocked) return saveFile(file, about.name);
    const address = URL.createObjectURL(file);
    tab.go(address);
    setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs);
  } catch (error) {
    tab.close();
    toastError(error instanceof ApiError ? about.refused : about.failed);
  }
}
