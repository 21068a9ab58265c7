/**
 * The oldest browsers on which every journey works (docs/browsers.md); the builds of scripts and styles and the checks of their
 * APIs read it. Chrome stands for all of its engine: WebView 106 is the last one on Android 6. Firefox is the older release
 * that Debian's `firefox-esr` still has.
 * @internal A test compares them with the documented versions.
 */
export const browserTargets = { chrome: '106', safari: '15.4', firefox: '140' } as const;

/** {@link browserTargets} as the bundler writes them: `chrome106`. */
export const bundlerTargets: string[] = Object.entries(browserTargets).map(
  ([name, version]) => name + version,
);
