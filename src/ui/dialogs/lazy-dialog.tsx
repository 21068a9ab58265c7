import { type ComponentType, useEffect } from 'react';
import { toastError } from '../../browser/toast.ts';
import { Spinner } from '../Spinner.tsx';
import { lazyComponent } from './lazy-component.tsx';

interface DialogProps {
  onClose: () => void;
}

/** Returns a dialog whose code is loaded when it opens. When loading fails, it shows an error toast and closes. */
export function lazyDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return lazyComponent<Props>(load, Opening);
}

function Opening({ hasFailed, onClose }: DialogProps & { hasFailed: boolean }) {
  useEffect(() => {
    if (!hasFailed) return;
    toastError('This did not open. Please check your connection and try again.');
    onClose();
  }, [hasFailed, onClose]);
  return (
    <p className="opening" role="status">
      <Spinner /> Opening…
    </p>
  );
}
