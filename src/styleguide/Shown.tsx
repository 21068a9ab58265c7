import { useState } from 'react';
import { toastError, toastSuccess } from '../browser/toast.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/dialogs/Modal.tsx';

/** Examples that appear after a click: a dialog and toasts. */
export function Shown() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button text="Open a dialog" onPress={() => setOpen(true)} />
      <Button kind="quiet" text="Success for 2 s" onPress={() => toastSuccess('Saved.')} />
      <Button
        kind="quiet"
        text="Error for 4 s"
        onPress={() => toastError('It could not be saved. Please try again.')}
      />
      {isOpen && (
        <Modal title="A dialog" onClose={() => setOpen(false)}>
          <p>It keeps the focus, closes with Escape, and gives the focus back.</p>
          <Button text="Close" onPress={() => setOpen(false)} />
        </Modal>
      )}
    </>
  );
}
