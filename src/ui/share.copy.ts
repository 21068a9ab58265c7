/** Texts of the ways to share a link. */
export const shareCopy = {
  open: 'Share',
  whatsApp: 'Send by WhatsApp',
  copy: 'Copy the link',
  copied: 'The link is copied.',
  notCopied: 'Your browser did not allow to copy it. You can mark the link and copy it yourself.',
} as const;
