import { type ReactNode, useEffect, useId, useRef } from 'react';

interface ModalProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
}

/**
 * A dialog on the platform's own `<dialog>`: it keeps the focus inside, closes with Escape or a press beside
 * it, and gives the focus back. What is marked `data-first` has the focus from the beginning. Rendered while open.
 */
export function Modal(props: ModalProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const opened = dialog.current;
    const openedFrom = document.activeElement;
    opened?.showModal();
    opened?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      opened?.close();
      if (openedFrom instanceof HTMLElement) openedFrom.focus();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press beside the dialog is a shortcut; Escape is the key for it
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) props.onClose();
      }}
    >
      <div className="modal-head">
        <h2 id={titleId}>{props.title}</h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={props.onClose}>
          <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
            <path stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" d="M4 4l12 12M16 4L4 16" />
          </svg>
        </button>
      </div>
      <div className="modal-body stack">{props.children}</div>
    </dialog>
  );
}
