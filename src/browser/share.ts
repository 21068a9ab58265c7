/** What people share: a link with a sentence about it. */
export interface Shared {
  title: string;
  text: string;
  url: string;
}

/**
 * Opens the share sheet of the device. Returns false where there is none, or where it did not open; true also for a person who
 * closed it without sharing.
 */
export async function openShareSheet(shared: Shared): Promise<boolean> {
  if (!('share' in navigator)) return false;
  try {
    await navigator.share(shared);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

/** Returns the address that opens WhatsApp with the text; the person chooses there whom to send it to. */
export const whatsAppAddress = ({ text, url }: Shared): string =>
  `https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`;

/** Copies the link. Returns whether the browser allowed it. */
export const copyLink = ({ url }: Shared): Promise<boolean> =>
  // Without HTTPS there is no clipboard, and reading its functions throws.
  Promise.resolve()
    .then(() => navigator.clipboard.writeText(url))
    .then(
      () => true,
      () => false,
    );
