import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/dialogs/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { requestsCopy } from './requests.copy.ts';

const copy = requestsCopy.draft;

interface DraftNoticeProps {
  draftTitle: string;
  /** Title of a course that could replace the draft's. */
  offered: string | undefined;
  onTake: () => void;
  onKeep: () => void;
  onStartOver: () => void;
}

/** Notice that the form was restored from a draft, with buttons to discard it or to take another course. */
export function DraftNotice(props: DraftNoticeProps) {
  const [isConfirming, setConfirming] = useState(false);
  if (props.offered) {
    return (
      <Notice>
        <p>{copy.other(props.draftTitle || copy.otherUntitled, props.offered)}</p>
        <div className="row">
          <Button isSmall onPress={props.onTake}>
            {copy.take}
          </Button>
          <Button kind="quiet" isSmall onPress={props.onKeep}>
            {copy.keepMine}
          </Button>
        </div>
      </Notice>
    );
  }
  return (
    <Notice>
      <div className="row">
        <p>{copy.kept}</p>
        <Button kind="quiet" isSmall onPress={() => setConfirming(true)}>
          {copy.afresh}
        </Button>
      </div>
      {isConfirming && (
        <Modal title={copy.afreshTitle} onClose={() => setConfirming(false)}>
          <p>{copy.afreshText}</p>
          <div className="row row-fill">
            <Button kind="quiet" onPress={() => setConfirming(false)}>
              {copy.keep}
            </Button>
            <Button onPress={props.onStartOver}>{copy.afreshConfirm}</Button>
          </div>
        </Modal>
      )}
    </Notice>
  );
}
