import { Component, type ComponentType, type ReactNode, startTransition } from 'react';
import { intlSample } from '../../browser/intl-sample.ts';
import { loadPart } from '../../browser/load-part.ts';
import { reader } from '../../browser/reader.ts';
import { browserTimeZone, reportTimeZoneOfVisit } from '../../browser/time-zone.ts';
import {
  pressAgain,
  readTypedFields,
  restoreTypedFields,
  type TypedFields,
  watchTypedFields,
} from '../../browser/typed-fields.ts';
import { Button } from '../Button.tsx';
import { afterMountingParts } from '../mounting-parts.ts';
import { reactClient } from './react-client.ts';

// Once per page. Public pages make no call with the session, and a page that was rendered in the zone of the browser has nothing to report.
const { access = 'public', person, locale, timeZone, sample } = document.documentElement.dataset;
if (access !== 'public' && timeZone !== browserTimeZone()) setTimeout(reportTimeZoneOfVisit);
// The language that the browser asks for need not be its own.
reader.locale = locale;
// The next page obtains it when this one could not.
if (person === '')
  loadPart(() => import('../../browser/page-cookie.ts'))
    .then(({ obtainPageCookie }) => obtainPageCookie())
    .catch(() => undefined);

/**
 * Whether the browser renders what the server has rendered. Not without a person, because the data may have arrived by now, nor
 * for a person who is in another time zone today, nor where the browser words dates in another way.
 */
function isRendered(): boolean {
  if (person === undefined) return true;
  if (person === '' || browserTimeZone() !== timeZone) return false;
  return intlSample(locale, timeZone) === sample;
}

/**
 * Renders an island into its element, within a boundary for its errors: Astro calls it instead of the function of
 * `@astrojs/react` (islands.ts). Content of other frameworks in an island is not supported.
 */
export default (element: HTMLElement) =>
  (Island: ComponentType, props: object, _slots: object, { client }: { client: string }) => {
    if (!element.hasAttribute('ssr')) return;
    const { refocus, retype } = watchTypedFields(element);
    element.dataset.hydrating = '';
    const onMount = () => {
      refocus();
      afterMountingParts(() => {
        // After the effects of the island, some of which read its fields: React puts its own values back in the meantime.
        setTimeout(() => {
          retype();
          delete element.dataset.hydrating;
          pressAgain(element);
        });
      });
    };
    const island = (
      <IslandBoundary
        name={element.getAttribute('component-export') ?? ''}
        element={element}
        onMount={onMount}
      >
        <Island {...props} />
      </IslandBoundary>
    );
    startTransition(() => {
      if (client === 'only' || !isRendered()) return reactClient.createRoot(element).render(island);
      reactClient.hydrateRoot(element, island, {
        identifierPrefix: element.getAttribute('prefix') ?? '',
        onRecoverableError(error) {
          // The browser translated the page before; React renders the island again.
          if (!document.querySelector('font')) reportError(error);
        },
      });
    });
  };

interface IslandBoundaryProps {
  name: string;
  element: Element;
  onMount?: () => void;
  children: ReactNode;
}

/**
 * Shows a sentence instead of an island that threw an error, and the island again, with what was typed, on request. The
 * first error of a page view is reported.
 * @internal Exported for its test.
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

  override componentDidMount() {
    this.props.onMount?.();
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

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="page section">
        <div className="notice notice-warn" role="alert">
          <p>This part of the page stopped working. What you typed is kept.</p>
          <Button
            kind="quiet"
            isSmall
            text="Show it again"
            onPress={() => this.setState({ hasFailed: false })}
          />
        </div>
      </div>
    );
  }
}
