import { type ComponentType, useEffect } from 'react';
import { toastError } from '../../browser/toast.ts';
import { Spinner } from '../Spinner.tsx';
import { lazyComponent } from './lazy-component.tsx';

interface DialogProps {
  onClose: () => void;
}

/** A dialog whose code is fetched when it is opened. When it cannot come, a message says so and it counts as closed. */
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
