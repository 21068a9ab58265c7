import { serviceWorkerPath, storedPagesCache } from './cache-names.ts';
import { storageKeys } from './storage.ts';

/**
 * Part of the inline script of the head: deletes what is stored for a person where there is no session, before a sign-in and after
 * its end, registers the service worker where it is missing, and has "Get App" install the site where the browser offers it. A page
 * without islands does not register it for a visitor, who may never come back: the files that it stores are mostly those that
 * islands load. Pages ask whether it is switched off (decision 149). Inline, because it would cost every page with islands a part of its limit of scripts.
 */
export const serviceWorkerScript = `(function(d){var worker=navigator.serviceWorker,data=d.documentElement.dataset,path='${serviceWorkerPath}',offer;\
try{if(worker&&worker.controller&&!localStorage.getItem('${storageKeys.token}')){worker.controller.postMessage({type:'forget-pages'});\
caches.delete('${storedPagesCache}').catch(function(){})}}catch(e){}\
addEventListener('load',function(){if(!worker||worker.controller||'desk' in data||!(data.session||d.querySelector('astro-island')))return;\
worker.getRegistration().then(function(known){if(!known)return fetch(path,{method:'HEAD'}).then(function(r){if(!r.ok||r.headers.get('x-service-worker'))return;\
var types=self.trustedTypes;return worker.register(types?types.createPolicy('service-worker',{createScriptURL:function(){return path}}).createScriptURL(''):path)})}).catch(function(){})});\
addEventListener('beforeinstallprompt',function(e){e.preventDefault();offer=e});\
addEventListener('click',function(e){if(!offer||!e.target.closest('[data-get-app]'))return;e.preventDefault();offer.prompt().catch(function(){});offer=0})})(document)`;

/** Expression of the inline script: allows the worker to store the page of this person, unless the session ends with the browser. */
export const storeShownPage = (person: string, isUntilClosed: string): string =>
  `if(!${isUntilClosed}&&navigator.serviceWorker&&navigator.serviceWorker.controller)navigator.serviceWorker.controller.postMessage({type:'store-page',person:${person}})`;
