import { Component, type ReactNode } from 'react';
import { loadPart } from '../../browser/load-part.ts';
import { readTypedFields, restoreTypedFields, type TypedFields } from '../../browser/typed-fields.ts';
import { Button } from '../Button.tsx';

interface IslandBoundaryProps {
  /** Name of the island's component. */
  name: string;
  /** The element that contains the island. */
  element: Element;
  children: ReactNode;
}

/**
 * Shows a sentence instead of an island that threw an error, and the island again, with what was typed, on request. The
 * first error of a page view is reported.
 */
export class IslandBoundary extends Component<IslandBoundaryProps, { hasFailed: boolean }> {
  // Fields that the constructor sets need no helper in older browsers.
  declare private typed: TypedFields;
  declare private stopRestoring: (() => void) | undefined;

  constructor(props: IslandBoundaryProps) {
    super(props);
    this.state = { hasFailed: false };
    this.typed = new Map();
  }

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    // Few page views need it. Without a connection there is no report either.
    loadPart(() => import('../../browser/report-component-error.ts')).then(
      ({ reportComponentError }) => reportComponentError(this.props.name, error),
      () => undefined,
    );
  }

  // The last moment at which the fields of the island are still on the page.
  override getSnapshotBeforeUpdate(_props: unknown, before: { hasFailed: boolean }) {
    if (this.state.hasFailed && !before.hasFailed) readTypedFields(this.props.element, this.typed);
    return null;
  }

  override componentDidUpdate(_props: unknown, before: { hasFailed: boolean }) {
    this.stopRestoring?.();
    if (before.hasFailed && !this.state.hasFailed)
      this.stopRestoring = restoreTypedFields(this.props.element, this.typed);
  }

  override componentWillUnmount() {
    this.stopRestoring?.();
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="page section">
        <div className="notice notice-warn" role="alert">
          <p>This part of the page stopped working. What you typed is kept.</p>
          <Button kind="quiet" isSmall onPress={() => this.setState({ hasFailed: false })}>
            Show it again
          </Button>
        </div>
      </div>
    );
  }
}
