import { lessDataScript } from './less-data-script.ts';
import { paths } from './paths.ts';
import { serviceWorkerScript, storeShownPage } from './service-worker-script.ts';
import { browserCookieName, storageKeys, storagePrefix } from './storage.ts';

// Signs out a session that should have ended with the browser: its cookie is gone. Before anything reads the token; other open
// tabs follow the storage. What is stored for the person goes as well, because the browser is shared.
const endWithBrowser = `try{if(localStorage.getItem('${storageKeys.untilClosed}')&&document.cookie.indexOf('${browserCookieName}=')<0)Object.keys(localStorage).forEach(function(k){if(k.indexOf('${storagePrefix}.')==0&&k!='${storageKeys.theme}'&&k!='${storageKeys.lessData}')localStorage.removeItem(k)})}catch(e){}`;

// Sets theme, session state, role and whether there is a draft of a request on <html> before the first paint, so that colours and navigation do not flicker.
const firstColours = `(function(d){d.js='';try{var s=localStorage;if(s.getItem('${storageKeys.token}')){d.session='in';d.role=s.getItem('${storageKeys.role}')||'';if(Object.keys(s).some(function(k){return !k.indexOf('${storageKeys.helpDraft}.')}))d.draft=''}var t=s.getItem('${storageKeys.theme}');if(t)d.theme=t}catch(e){}})(document.documentElement.dataset)`;

// Visitors without a session leave before the page loads its scripts. guardPage() does the same for later sign-outs.
// What was rendered for a person (`data-person`) is hidden from a browser without the token of that person, and its session is
// ended (decision 145). A page from the back/forward cache is hidden and loaded again, because the session that it shows may have
// been followed by another one.
const leaveSignedOut = `(function(r){var d=r.dataset;\
function leave(){location.replace('${paths.auth}?next='+encodeURIComponent(location.pathname+location.search))}\
function check(isRestored){var t='',s='';if(!d.access||d.access=='public')return;\
try{t=localStorage.getItem('${storageKeys.token}')}catch(e){if(!d.person)return}\
try{s=JSON.parse(atob(t.split('.')[1].replace(/-/g,'+').replace(/_/g,'/'))).sub}catch(e){}\
if(d.person?s==d.person:t){if(d.person&&!isRestored&&!('stored' in d)){${storeShownPage('s', `localStorage.getItem('${storageKeys.untilClosed}')`)}}return}\
r.style.display='none';\
if(isRestored)return location.reload();\
if(!d.person)return leave();\
function go(){t?location.reload():leave()}\
fetch('/page-session',{method:'DELETE',keepalive:true}).then(go,go)}\
check();addEventListener('pageshow',function(e){if(e.persisted)check(1)})})(document.documentElement)`;

// Browsers report an interrupted view transition as an unhandled rejection. Only its message identifies it, because the
// transition object of a cross-document navigation is not accessible here.
const ignoreInterruptedTransitions =
  "addEventListener('unhandledrejection',function(e){if(/^Transition was /.test(e.reason&&e.reason.message))e.preventDefault()})";

// Marks a browser below the targets (browser-targets.ts): `formatRange` came with Chrome 106 and Safari 15.4.
const markOldBrowser =
  "if(!(self.Intl&&Intl.NumberFormat&&Intl.NumberFormat.prototype.formatRange))document.documentElement.dataset.old=''";

// Astro repeats the import of an island once, after 1 s.
const patienceMs = 9_000;

/**
 * Inline script for the head: sets `data-lost` on <html>, which shows a sentence (Layout.astro), when a script fails to
 * load, or after 9 s while scripts or islands are still loading. What arrives later removes it. Inline, because a module
 * could itself be lost. An `async` script (add-preloads.ts) is imported by the islands as well, which try again.
 */
const watchLoadingScript = `(function(d){var root=d.documentElement,isReady,isFailed;\
function lost(){root.dataset.lost=navigator.onLine?'':'offline'}\
function fail(){isFailed=1;lost()}\
function check(){if(isFailed)return;if(!isReady||d.querySelector('astro-island[ssr]:not([client="visible"])'))lost();else delete root.dataset.lost}\
addEventListener('DOMContentLoaded',function(){isReady=1;if(root.dataset.lost!=null)check()});\
addEventListener('astro:hydrate',function(){if(root.dataset.lost!=null)check()},true);\
addEventListener('astro:hydration-error',fail);\
addEventListener('error',function(e){if(e.target.tagName=='SCRIPT'&&!e.target.async)fail()},true);\
addEventListener('click',function(e){if(e.target.closest('[data-reload]'))location.reload()});\
setTimeout(check,${patienceMs})})(document)`;

// A press on a button of an island that is not hydrated yet is kept, and follows when it is (mount-island.tsx); until then
// no form is sent, which would lose what was typed. A form with an address works without scripts. React would hydrate an island between a
// key and its letter, which is lost where the field is another one then.
const keepPresses = `(function(d){\
function waiting(e,s){return e.target.closest&&e.target.closest('astro-island[ssr] '+s+',[data-hydrating] '+s)}\
function works(f){return f&&f.hasAttribute('action')}\
addEventListener('click',function(e){var b=waiting(e,'button'),o=d.querySelector('[data-pressed]');if(!b||works(b.form))return;e.stopPropagation();if(o)o.removeAttribute('data-pressed');b.setAttribute('data-pressed','');d.pressed=b},true);\
['keydown','beforeinput'].forEach(function(n){addEventListener(n,function(e){if(waiting(e,'*'))e.stopPropagation()},true)});\
addEventListener('submit',function(e){if(waiting(e,'form')&&!works(e.target)){e.preventDefault();e.stopPropagation()}},true)})(document)`;

// The first use of `Intl` takes 30 to 80 ms, four times that on a slow phone; further kinds of dates, numbers and names, as mount-island.tsx
// and cards need them, load data of their own. On a slow line the page then waits for its style sheet, and the processor has nothing to do;
// on a fast one the islands have used them already. The head names the scripts of a page with islands.
const prepareIntlAfterMs = 300;
const prepareIntl = `setTimeout(function(){\
if(!document.querySelector('link[rel="modulepreload"]'))return;\
var data=document.documentElement.dataset,zone=data.timeZone||undefined,now=new Date(0);\
[data.locale,'en-GB'].forEach(function(locale){['full','medium'].forEach(function(style){now.toLocaleString(locale,{dateStyle:style,timeStyle:'short',timeZone:zone})})});\
now.toLocaleString('en-GB',{timeZone:zone,timeZoneName:'long'});(1.5).toLocaleString('en-GB');new Intl.DisplayNames('en',{type:'region'}).of('TR')},${prepareIntlAfterMs})`;

/** Inline script for the head, which runs before the first paint. Its hash is part of the CSP. */
export const firstPaintScript = `${lessDataScript};${markOldBrowser};${endWithBrowser};${firstColours};${leaveSignedOut};${ignoreInterruptedTransitions};${keepPresses};${prepareIntl};${serviceWorkerScript};${watchLoadingScript}`;
