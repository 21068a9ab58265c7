import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '../../browser/api.ts';
import { toastError } from '../../browser/toast.ts';
import { Button } from '../Button.tsx';
import { classNames } from '../class-names.ts';

interface ModalProps {
  title: string;
  children: ReactNode;
  /** Without it the dialog stays until its content ends it. */
  onClose?: () => void;
  /** Whether the page behind it cannot be read. */
  isCover?: boolean;
}

/**
 * A modal dialog on the native `<dialog>`: traps the focus, closes with Escape or a click on the backdrop, and
 * returns the focus. An element marked `data-first` receives the initial focus. Rendered only while open.
 */
export function Modal(props: ModalProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const opened = dialog.current;
    const openedFrom = document.activeElement;
    // A server renders it open, so that it shows before scripts run, and without them.
    opened?.removeAttribute('open');
    opened?.showModal();
    opened?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      opened?.close();
      if (openedFrom instanceof HTMLElement) openedFrom.focus();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click on the backdrop is a shortcut; Escape is its key
    <dialog
      ref={dialog}
      className={classNames('modal', props.isCover && 'modal-cover')}
      open={import.meta.env.SSR || undefined}
      suppressHydrationWarning
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose?.();
      }}
      // Browsers close a dialog on a second Escape without another cancel event.
      onClose={({ currentTarget }) => {
        if (!props.onClose && currentTarget.isConnected) currentTarget.showModal();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) props.onClose?.();
      }}
    >
      <div className="modal-head">
        <h2 id={titleId}>{props.title}</h2>
        {props.onClose && (
          <button type="button" className="icon-button" aria-label="Close" onClick={props.onClose}>
            <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
              <path stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" d="M4 4l12 12M16 4L4 16" />
            </svg>
          </button>
        )}
      </div>
      <div className="modal-body stack">{props.children}</div>
    </dialog>
  );
}

interface ConfirmModalProps {
  title: string;
  children: ReactNode;
  copy: { keep: string; confirm: string; busy: string; failed: string };
  /** Performs the action. When it throws, the dialog stays open and shows the message. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Confirmation dialog for an action that cannot be undone. */
export function ConfirmModal({ title, children, copy, onConfirm, onClose }: ConfirmModalProps) {
  const [isBusy, setBusy] = useState(false);

  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } catch (error) {
      toastError(messageOf(error, copy.failed));
      setBusy(false);
    }
  };

  return (
    <Modal title={title} onClose={onClose}>
      {children}
      <div className="row row-fill">
        <Button kind="quiet" text={copy.keep} onPress={onClose} />
        <Button text={copy.confirm} busy={isBusy && copy.busy} onPress={confirm} />
      </div>
    </Modal>
  );
}
