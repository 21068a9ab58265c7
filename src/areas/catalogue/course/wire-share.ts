import { copyLink, openShareSheet } from '../../../browser/share.ts';
import { shareCopy } from '../../../ui/share.copy.ts';

/** Wires Share on a course's own page: the share sheet of the device, or else the other ways to share. */
export function wireShare(): void {
  const button = document.querySelector<HTMLButtonElement>('button[data-share]');
  const options = document.querySelector<HTMLElement>('[data-share-options]');
  if (!button || !options) return;
  const { title = '', text = '', url = '' } = button.dataset;
  const shared = { title, text, url };
  const status = options.querySelector('[role="status"]');

  button.addEventListener('click', async () => {
    if (await openShareSheet(shared)) return;
    options.hidden = !options.hidden;
    button.ariaExpanded = String(!options.hidden);
  });
  options.querySelector('[data-copy]')?.addEventListener('click', async () => {
    const isCopied = await copyLink(shared);
    if (status) status.textContent = isCopied ? shareCopy.copied : shareCopy.notCopied;
  });
}
