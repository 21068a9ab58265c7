import { useState } from 'react';
import { toastError, toastSuccess } from '../browser/toast.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/dialogs/Modal.tsx';

/** Examples that appear after a click: a dialog and toasts. */
export function Shown() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open a dialog</Button>
      <Button kind="quiet" onPress={() => toastSuccess('Saved.')}>
        Success for 2 s
      </Button>
      <Button kind="quiet" onPress={() => toastError('It could not be saved. Please try again.')}>
        Error for 4 s
      </Button>
      {isOpen && (
        <Modal title="A dialog" onClose={() => setOpen(false)}>
          <p>It keeps the focus, closes with Escape, and gives the focus back.</p>
          <Button onPress={() => setOpen(false)}>Close</Button>
        </Modal>
      )}
    </>
  );
}
