import { documentFile } from '#contracts/document-file.ts';
import type { Endpoint } from '#contracts/endpoint.ts';
import type { idParams } from '#contracts/fields.ts';
import { ApiError, call } from './api.ts';
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

/**
 * Opens an uploaded document in a new tab. It is fetched first, because a navigation cannot send the token.
 * @param noun names it in messages.
 * @param fileName of the download when the browser blocks the new tab.
 */
export async function openDocument(
  endpoint: Endpoint & { params: typeof idParams; response: 'binary' },
  id: string,
  noun: string,
  fileName = noun,
): Promise<void> {
  const tab = openTab();
  try {
    const file = await call(endpoint, { params: { id } });
    // None of these types can run scripts.
    if (!documentFile.types.some((type) => type === file.type)) throw new Error(`Unexpected ${file.type}`);
    if (tab.isBlocked) return saveFile(file, fileName);
    const address = URL.createObjectURL(file);
    tab.go(address);
    setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs);
  } catch (error) {
    tab.close();
    toastError(
      error instanceof ApiError
        ? `Failed to fetch the ${noun}. Please try again.`
        : `An error occurred while trying to view the ${noun}.`,
    );
  }
}
