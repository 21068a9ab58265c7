import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { LoadError, loadPageAgain, loadPart } from '../browser/load-part.ts';
import { lostCopy } from '../browser/lost.copy.ts';
import { toastError } from '../browser/toast.ts';
import { Spinner } from './Button.tsx';
import { useMountingPart } from './mounting-parts.ts';
import { FailedToLoad } from './Notice.tsx';
import { registerPart } from './server-parts.ts';

interface LoadBoundaryProps {
  failed: ReactNode;
  children: ReactNode;
}

/** Shows `failed` instead of a component whose code could not be loaded; any other error is thrown again. */
class LoadBoundary extends Component<LoadBoundaryProps, { error?: unknown }> {
  constructor(props: LoadBoundaryProps) {
    super(props);
    this.state = {};
  }

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error instanceof LoadError) return this.props.failed;
    if (error !== undefined) throw error;
    return this.props.children;
  }
}

/**
 * Returns a component whose code is loaded when it first renders. `Waiting` renders while it loads, `Failed` when
 * loading fails, by default a sentence; the next mount loads it again.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed: ComponentType<Props> = NotLoaded,
  Waiting: ComponentType = () => null,
): ComponentType<Props> {
  const create = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await loadPart(load) };
      } catch (error) {
        // React keeps the failure of a lazy component, so the next mount needs a new one.
        Latest = create();
        throw error;
      }
    });
  let Latest = create();
  const part = import.meta.env.SSR ? registerPart(load) : undefined;
  return function OnDemand(props: Props) {
    const [{ Loaded }] = useState({ Loaded: part?.Loaded ?? Latest });
    const mounted = <Mounted onMount={useMountingPart()} />;
    return (
      <LoadBoundary
        failed={
          <>
            <Failed {...props} />
            {mounted}
          </>
        }
      >
        <Suspense fallback={<Waiting />}>
          <Loaded {...props} />
          {mounted}
        </Suspense>
      </LoadBoundary>
    );
  };
}

function Mounted({ onMount }: { onMount: () => void }) {
  useLayoutEffect(onMount, [onMount]);
  return null;
}

function NotLoaded() {
  const message = `${lostCopy.title} ${lostCopy.why()}`;
  return <FailedToLoad message={message} again={lostCopy.again} onRetry={loadPageAgain} />;
}

/** Returns a component for `Failed` that shows `message`. A browser may keep a failed import, so it reloads the page. */
export const notLoaded = (message: string) => () => (
  <FailedToLoad message={message} onRetry={loadPageAgain} />
);

interface DialogProps {
  onClose: () => void;
}

/** Returns a dialog whose code is loaded when it opens. When loading fails, it shows an error toast and closes. */
export function lazyDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return lazyComponent<Props>(load, NotOpened, Opening);
}

function Opening() {
  return (
    <p className="opening" role="status">
      <Spinner /> Opening…
    </p>
  );
}

function NotOpened({ onClose }: DialogProps) {
  useEffect(() => {
    toastError(`This did not open. ${lostCopy.why()}`);
    onClose();
  }, [onClose]);
  return null;
}
