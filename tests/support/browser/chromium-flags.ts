// Features that a test does not use.
const disabledFeatures = [
  // Playwright's list (chromiumSwitches.ts), repeated because Chromium reads only the last --disable-features.
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
  'LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch',
  // Every page otherwise loads two documents of the address bar in renderers of their own: half of what opening it costs.
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
  // A renderer started in advance for the next site: a quarter of the cost of a context, and mostly stopped unused.
  'SpareRendererForSitePerProcess',
];

/**
 * Arguments of Chromium in tests. The last two disable its background requests, which log errors without internet
 * access. No page lives long enough to earn back what optimizing its scripts costs: axe takes a fifth less without it.
 */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join()}`,
  '--js-flags=--no-opt --no-maglev',
  '--disable-background-networking',
  '--disable-component-update',
];
