import { useState } from 'react';
import { copyLink, type Shared } from '../../browser/share.ts';
import { Modal } from '../../ui/dialogs/Modal.tsx';
import { ShareOptions } from '../../ui/ShareOptions.tsx';
import { shareCopy } from '../../ui/share.copy.ts';
import { requestActionsCopy } from './request-actions.copy.ts';

const copy = requestActionsCopy.share;

/** The link of the learner's own request, and the ways to share it where the device has no share sheet. */
export function ShareModal({ shared, onClose }: { shared: Shared; onClose: () => void }) {
  const [status, setStatus] = useState('');
  const copyIt = async () => setStatus((await copyLink(shared)) ? shareCopy.copied : shareCopy.notCopied);
  return (
    <Modal title={copy.title} onClose={onClose}>
      <p>{copy.text}</p>
      <ShareOptions shared={shared} status={status} onCopy={() => void copyIt()} />
    </Modal>
  );
}
