// Astro repeats the import of an island once, after 1 s.
const patienceMs = 9_000;

/**
 * Inline script for the head: sets `data-lost` on <html>, which shows a sentence (Layout.astro), when a script fails to
 * load, or after 9 s while scripts or islands are still loading. What arrives later removes it. Inline, because a module
 * could itself be lost.
 */
export const watchLoadingScript = `(function(d){var root=d.documentElement,isReady,isFailed;\
function lost(){root.dataset.lost=navigator.onLine?'':'offline'}\
function fail(){isFailed=1;lost()}\
function check(){if(isFailed)return;if(!isReady||d.querySelector('astro-island[ssr]:not([client="visible"])'))lost();else delete root.dataset.lost}\
addEventListener('DOMContentLoaded',function(){isReady=1;if(root.dataset.lost!=null)check()});\
addEventListener('astro:hydrate',function(){if(root.dataset.lost!=null)check()},true);\
addEventListener('astro:hydration-error',fail);\
addEventListener('error',function(e){if(e.target.tagName=='SCRIPT')fail()},true);\
addEventListener('click',function(e){if(e.target.closest('[data-reload]'))location.reload()});\
setTimeout(check,${patienceMs})})(document)`;
